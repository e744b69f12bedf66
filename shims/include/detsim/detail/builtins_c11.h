/* Builtins for _Atomic objects, in C and C++; see posix/atomic_builtins.h. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_BUILTINS_C11_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_BUILTINS_C11_H_
#pragma GCC system_header

#include "detsim/detail/c_config.h"

/* Announces `operation` on what `pointer` points to. The runtime pairs an
 * announcement with the next atomic instruction; an object that is too large
 * for one, or not aligned for one, has a fence in its place. */
#define DETSIM_BUILTIN_ANNOUNCE(operation, pointer) \
  (detsim_atomic(operation, pointer), DETSIM_BUILTIN_PAIR(pointer))
#define DETSIM_BUILTIN_PAIR(pointer)                        \
  (__atomic_always_lock_free(sizeof(*(pointer)), (pointer)) \
       ? (void)0                                            \
       : __atomic_signal_fence(__ATOMIC_SEQ_CST))

/* The value of an _Atomic object, as a type. */
#define DETSIM_C11_VALUE(pointer) \
  __typeof__(__c11_atomic_load(pointer, __ATOMIC_SEQ_CST))

/* An _Atomic object that an operator is applied to; the operator follows. */
#define detsim_atomic_object(operation, ...)           \
  (*__extension__({                                    \
    __auto_type detsim_object = &(__VA_ARGS__);        \
    DETSIM_BUILTIN_ANNOUNCE(operation, detsim_object); \
    detsim_object;                                     \
  }))

#define detsim___c11_atomic_load(object, order)                 \
  __extension__({                                               \
    __auto_type detsim_object = (object);                       \
    DETSIM_BUILTIN_ANNOUNCE(DETSIM_ATOMIC_LOAD, detsim_object); \
    __c11_atomic_load(detsim_object, order);                    \
  })
#define detsim___c11_atomic_store(object, desired, order)        \
  __extension__({                                                \
    __auto_type detsim_object = (object);                        \
    DETSIM_C11_VALUE(detsim_object) detsim_desired = (desired);  \
    DETSIM_BUILTIN_ANNOUNCE(DETSIM_ATOMIC_STORE, detsim_object); \
    __c11_atomic_store(detsim_object, detsim_desired, order);    \
  })
#define detsim___c11_atomic_exchange(object, desired, order)     \
  __extension__({                                                \
    __auto_type detsim_object = (object);                        \
    DETSIM_C11_VALUE(detsim_object) detsim_desired = (desired);  \
    DETSIM_BUILTIN_ANNOUNCE(DETSIM_ATOMIC_RMW, detsim_object);   \
    __c11_atomic_exchange(detsim_object, detsim_desired, order); \
  })
#define detsim___c11_atomic_compare_exchange_strong(object, expected, desired, \
                                                    success, failure)          \
  __extension__({                                                              \
    __auto_type detsim_object = (object);                                      \
    __auto_type detsim_expected = (expected);                                  \
    DETSIM_C11_VALUE(detsim_object) detsim_desired = (desired);                \
    DETSIM_BUILTIN_ANNOUNCE(DETSIM_ATOMIC_RMW, detsim_object);                 \
    __c11_atomic_compare_exchange_strong(detsim_object, detsim_expected,       \
                                         detsim_desired, success, failure);    \
  })
/* A spurious failure tells the current value, as on hardware. */
#define detsim___c11_atomic_compare_exchange_weak(object, expected, desired, \
                                                  success, failure)          \
  __extension__({                                                            \
    __auto_type detsim_object = (object);                                    \
    __auto_type detsim_expected = (expected);                                \
    DETSIM_C11_VALUE(detsim_object) detsim_desired = (desired);              \
    detsim_atomic_weak(detsim_object)                                        \
        ? (*detsim_expected =                                                \
               __c11_atomic_load(detsim_object, __ATOMIC_SEQ_CST),           \
           0 != 0)                                                           \
        : (DETSIM_BUILTIN_PAIR(detsim_object),                               \
           __c11_atomic_compare_exchange_strong(                             \
               detsim_object, detsim_expected, detsim_desired, success,      \
               failure));                                                    \
  })

#define DETSIM_C11_FETCH(builtin, object, operand, order)      \
  __extension__({                                              \
    __auto_type detsim_object = (object);                      \
    __auto_type detsim_operand = (operand);                    \
    DETSIM_BUILTIN_ANNOUNCE(DETSIM_ATOMIC_RMW, detsim_object); \
    builtin(detsim_object, detsim_operand, order);             \
  })
#define detsim___c11_atomic_fetch_add(object, operand, order) \
  DETSIM_C11_FETCH(__c11_atomic_fetch_add, object, operand, order)
#define detsim___c11_atomic_fetch_sub(object, operand, order) \
  DETSIM_C11_FETCH(__c11_atomic_fetch_sub, object, operand, order)
#define detsim___c11_atomic_fetch_and(object, operand, order) \
  DETSIM_C11_FETCH(__c11_atomic_fetch_and, object, operand, order)
#define detsim___c11_atomic_fetch_xor(object, operand, order) \
  DETSIM_C11_FETCH(__c11_atomic_fetch_xor, object, operand, order)
#define detsim___c11_atomic_fetch_or(object, operand, order) \
  DETSIM_C11_FETCH(__c11_atomic_fetch_or, object, operand, order)
#define detsim___c11_atomic_fetch_nand(object, operand, order) \
  DETSIM_C11_FETCH(__c11_atomic_fetch_nand, object, operand, order)
#define detsim___c11_atomic_fetch_min(object, operand, order) \
  DETSIM_C11_FETCH(__c11_atomic_fetch_min, object, operand, order)
#define detsim___c11_atomic_fetch_max(object, operand, order) \
  DETSIM_C11_FETCH(__c11_atomic_fetch_max, object, operand, order)

#define detsim___c11_atomic_thread_fence(order)  \
  (detsim_atomic(DETSIM_ATOMIC_FENCE, (void*)0), \
   __c11_atomic_thread_fence(order))
/* Orders nothing between threads: no operation. */
#define detsim___c11_atomic_signal_fence(order) __c11_atomic_signal_fence(order)

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_BUILTINS_C11_H_ */
