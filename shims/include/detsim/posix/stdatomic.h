/* The function-like names of <stdatomic.h>, which are macros. Its types are the
 * compiler's _Atomic types and stay. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_STDATOMIC_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_STDATOMIC_H_
#pragma GCC system_header

#include "detsim/detail/builtins_c11.h"

#define detsim_atomic_load_explicit detsim___c11_atomic_load
#define detsim_atomic_store_explicit detsim___c11_atomic_store
#define detsim_atomic_exchange_explicit detsim___c11_atomic_exchange
#define detsim_atomic_compare_exchange_strong_explicit \
  detsim___c11_atomic_compare_exchange_strong
#define detsim_atomic_compare_exchange_weak_explicit \
  detsim___c11_atomic_compare_exchange_weak
#define detsim_atomic_fetch_add_explicit detsim___c11_atomic_fetch_add
#define detsim_atomic_fetch_sub_explicit detsim___c11_atomic_fetch_sub
#define detsim_atomic_fetch_or_explicit detsim___c11_atomic_fetch_or
#define detsim_atomic_fetch_xor_explicit detsim___c11_atomic_fetch_xor
#define detsim_atomic_fetch_and_explicit detsim___c11_atomic_fetch_and
#define detsim_atomic_thread_fence detsim___c11_atomic_thread_fence
#define detsim_atomic_signal_fence detsim___c11_atomic_signal_fence

/* With the order left out it is sequential consistency. */
#define detsim_atomic_load(object) \
  detsim___c11_atomic_load(object, __ATOMIC_SEQ_CST)
#define detsim_atomic_store(object, desired) \
  detsim___c11_atomic_store(object, desired, __ATOMIC_SEQ_CST)
#define detsim_atomic_exchange(object, desired) \
  detsim___c11_atomic_exchange(object, desired, __ATOMIC_SEQ_CST)
#define detsim_atomic_compare_exchange_strong(object, expected, desired) \
  detsim___c11_atomic_compare_exchange_strong(                           \
      object, expected, desired, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define detsim_atomic_compare_exchange_weak(object, expected, desired) \
  detsim___c11_atomic_compare_exchange_weak(                           \
      object, expected, desired, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define detsim_atomic_fetch_add(object, operand) \
  detsim___c11_atomic_fetch_add(object, operand, __ATOMIC_SEQ_CST)
#define detsim_atomic_fetch_sub(object, operand) \
  detsim___c11_atomic_fetch_sub(object, operand, __ATOMIC_SEQ_CST)
#define detsim_atomic_fetch_or(object, operand) \
  detsim___c11_atomic_fetch_or(object, operand, __ATOMIC_SEQ_CST)
#define detsim_atomic_fetch_xor(object, operand) \
  detsim___c11_atomic_fetch_xor(object, operand, __ATOMIC_SEQ_CST)
#define detsim_atomic_fetch_and(object, operand) \
  detsim___c11_atomic_fetch_and(object, operand, __ATOMIC_SEQ_CST)

/* An atomic_flag holds one member, an _Atomic bool. */
#define detsim_atomic_flag_test_and_set_explicit(object, order) \
  detsim___c11_atomic_exchange(&(object)->_Value, 1, order)
#define detsim_atomic_flag_test_and_set(object) \
  detsim_atomic_flag_test_and_set_explicit(object, __ATOMIC_SEQ_CST)
#define detsim_atomic_flag_clear_explicit(object, order) \
  detsim___c11_atomic_store(&(object)->_Value, 0, order)
#define detsim_atomic_flag_clear(object) \
  detsim_atomic_flag_clear_explicit(object, __ATOMIC_SEQ_CST)

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_STDATOMIC_H_ */
