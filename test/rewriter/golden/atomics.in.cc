// <atomic>: the template, its typedefs, the flag, the functions.
#include <atomic>
#include <memory>

std::atomic<int> counter{0};
std::atomic<bool> ready(false);
std::atomic<int*> pointer;
std::atomic_int by_typedef{0};
std::atomic_bool flag_like;
std::atomic_size_t size;
std::atomic_uint64_t wide;
std::atomic_flag flag = ATOMIC_FLAG_INIT;

struct Pair {
  int a, b;
};
std::atomic<Pair> pair;

int Functions() {
  std::atomic_store(&counter, 1);
  std::atomic_store_explicit(&counter, 2, std::memory_order_release);
  int expected = 2;
  std::atomic_compare_exchange_strong(&counter, &expected, 3);
  std::atomic_compare_exchange_weak_explicit(
      &counter, &expected, 3, std::memory_order_relaxed,
      std::memory_order_relaxed);
  std::atomic_fetch_add(&counter, 1);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  std::atomic_signal_fence(std::memory_order_acquire);
  std::atomic_flag_test_and_set(&flag);
  std::atomic_flag_clear_explicit(&flag, std::memory_order_release);
  counter.fetch_add(1, std::memory_order_relaxed);
  ++counter;
  counter |= 4;
  // Found by argument: no qualifier to replace.
  atomic_store(&counter, 5);
  return std::atomic_load(&counter) + atomic_load_explicit(
      &counter, std::memory_order_acquire);
}

std::shared_ptr<int> Shared(std::shared_ptr<int>& p) {
  return std::atomic_load(&p);
}
