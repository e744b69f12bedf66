// <atomic>: the template, its typedefs, the flag, the functions.
#include <atomic>
#include <memory>

detsim::atomic<int> counter{0};
detsim::atomic<bool> ready(false);
detsim::atomic<int*> pointer;
detsim::atomic_int by_typedef{0};
detsim::atomic_bool flag_like;
detsim::atomic_size_t size;
detsim::atomic_uint64_t wide;
detsim::atomic_flag flag = ATOMIC_FLAG_INIT;

struct Pair {
  int a, b;
};
detsim::atomic<Pair> pair;

int Functions() {
  detsim::atomic_store(&counter, 1);
  detsim::atomic_store_explicit(&counter, 2, std::memory_order_release);
  int expected = 2;
  detsim::atomic_compare_exchange_strong(&counter, &expected, 3);
  detsim::atomic_compare_exchange_weak_explicit(
      &counter, &expected, 3, std::memory_order_relaxed,
      std::memory_order_relaxed);
  detsim::atomic_fetch_add(&counter, 1);
  detsim::atomic_thread_fence(std::memory_order_seq_cst);
  detsim::atomic_signal_fence(std::memory_order_acquire);
  detsim::atomic_flag_test_and_set(&flag);
  detsim::atomic_flag_clear_explicit(&flag, std::memory_order_release);
  counter.fetch_add(1, std::memory_order_relaxed);
  ++counter;
  counter |= 4;
  // Found by argument: no qualifier to replace.
  detsim::atomic_store(&counter, 5);
  return detsim::atomic_load(&counter) + detsim::atomic_load_explicit(
      &counter, std::memory_order_acquire);
}

std::shared_ptr<int> Shared(std::shared_ptr<int>& p) {
  return detsim::atomic_load(&p);
}
