#include "test/shims/pairing.h"

#include <atomic>
#include <cstddef>
#include <memory>

#include "detsim/posix/atomic_builtins.h"
#include "detsim/std/atomic.h"

namespace {

struct Large {
  long numbers[5];
};
struct Odd {
  char bytes[3];
};

detsim::atomic<int> number;
detsim::atomic<Large> large;
detsim::atomic<Odd> odd;
detsim::atomic_flag flag;
int plain;
bool byte;
Large plain_large, other_large;
Odd plain_odd, other_odd;
std::shared_ptr<int> pointer;

template <typename Atomic, typename T>
void Exchange(Atomic& atomic) {
  T expected = {}, desired = {};
  atomic.compare_exchange_weak(expected, desired);
  atomic.compare_exchange_strong(expected, desired);
  atomic.exchange(desired);
  atomic.store(desired);
  static_cast<void>(atomic.load());
}

}  // namespace

extern "C" const AtomicOperation kCxxOperations[] = {
    {"atomic<int>", [] { Exchange<detsim::atomic<int>, int>(number); }},
    {"atomic<Large>", [] { Exchange<detsim::atomic<Large>, Large>(large); }},
    {"atomic<Odd>", [] { Exchange<detsim::atomic<Odd>, Odd>(odd); }},
    {"atomic_ref<int>",
     [] {
       detsim::atomic_ref<int> reference(plain);
       Exchange<detsim::atomic_ref<int>, int>(reference);
     }},
    {"atomic_ref<Large>",
     [] {
       detsim::atomic_ref<Large> reference(plain_large);
       Exchange<detsim::atomic_ref<Large>, Large>(reference);
     }},
    {"atomic_flag",
     [] {
       flag.test_and_set();
       static_cast<void>(flag.test());
       flag.clear();
     }},
    {"a fence", [] { detsim::atomic_thread_fence(std::memory_order_seq_cst); }},
    {"shared_ptr",
     [] {
       std::shared_ptr<int> other;
       other = detsim::atomic_load(&pointer);
       detsim::atomic_store(&pointer, other);
       detsim::atomic_compare_exchange_weak(&pointer, &other, other);
     }},
    {"__atomic",
     [] {
       int expected = detsim___atomic_load_n(&plain, __ATOMIC_SEQ_CST);
       detsim___atomic_store_n(&plain, 1, __ATOMIC_SEQ_CST);
       detsim___atomic_exchange_n(&plain, 2, __ATOMIC_SEQ_CST);
       detsim___atomic_fetch_add(&plain, 3, __ATOMIC_SEQ_CST);
       detsim___atomic_compare_exchange_n(&plain, &expected, 4, true,
                                          __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
       detsim___atomic_compare_exchange_n(&plain, &expected, 4, false,
                                          __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
       detsim___atomic_test_and_set(&byte, __ATOMIC_SEQ_CST);
       detsim___atomic_clear(&byte, __ATOMIC_SEQ_CST);
       detsim___atomic_thread_fence(__ATOMIC_SEQ_CST);
     }},
    {"__atomic on what has no instruction",
     [] {
       detsim___atomic_load(&plain_large, &other_large, __ATOMIC_SEQ_CST);
       detsim___atomic_store(&plain_large, &other_large, __ATOMIC_SEQ_CST);
       detsim___atomic_compare_exchange(&plain_large, &other_large,
                                        &other_large, true, __ATOMIC_SEQ_CST,
                                        __ATOMIC_RELAXED);
       detsim___atomic_load(&plain_odd, &other_odd, __ATOMIC_SEQ_CST);
     }},
    {"__sync",
     [] {
       detsim___sync_fetch_and_add(&plain, 1);
       detsim___sync_bool_compare_and_swap(&plain, 1, 2);
       detsim___sync_lock_test_and_set(&plain, 1);
       detsim___sync_lock_release(&plain);
       detsim___sync_synchronize();
     }},
    {nullptr, nullptr}};
