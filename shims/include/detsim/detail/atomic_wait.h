// Blocking until an atomic object changes (C++20): atomic<T>::wait,
// atomic_ref::wait, atomic_flag::wait and what is built on them.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ATOMIC_WAIT_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ATOMIC_WAIT_H_
#pragma GCC system_header

#include <atomic>
#include <cstdint>

#include "detsim/detail/config.h"

namespace detsim {
namespace detail {

// The question that the runtime asks when it is the waiter's turn, in the
// same step in which it would block it.
template <typename T>
struct StillEqual {
  // Not instrumented: it runs inside the runtime.
  __attribute__((no_sanitize("thread"))) static int Ask(void* context) {
    auto* const self = static_cast<StillEqual*>(context);
    alignas(T) unsigned char current[sizeof(T)];
    __atomic_load(self->object, reinterpret_cast<T*>(current),
                  __ATOMIC_SEQ_CST);
    self->equal = __builtin_memcmp(current, &self->old, sizeof(T)) == 0;
    return self->equal ? 1 : 0;
  }

  const volatile T* object;
  T old;
  bool equal;
};

// `value` is the std atomic at `address`. Each round is a decision point.
template <typename Value, typename T>
DETSIM_INLINE void WaitWhileEqual(Value& value, const volatile void* address,
                                  T old, std::memory_order order) noexcept {
  StillEqual<T> question = {static_cast<const volatile T*>(address), old, true};
  while (question.equal) {
    detsim_address_wait(address, &StillEqual<T>::Ask, &question,
                        DETSIM_FOREVER);
  }
  // The load that the waiter synchronizes with; the runtime saw none.
  static_cast<void>(value.load(order));
}

}  // namespace detail
}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ATOMIC_WAIT_H_
