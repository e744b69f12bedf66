/* GCC's atomic builtins in C; see posix/atomic_builtins.h. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_BUILTINS_C_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_BUILTINS_C_H_
#pragma GCC system_header

#include "detsim/detail/builtins_c11.h"

/* What the object holds, as a type: an argument 0 becomes a null pointer. */
#define DETSIM_GNU_VALUE(pointer) \
  __typeof__(__atomic_load_n(pointer, __ATOMIC_SEQ_CST))

/* A builtin that takes the object and an order, a value, or both. */
#define DETSIM_GNU_OBJECT(operation, builtin, object, ...) \
  __extension__({                                          \
    __auto_type detsim_object = (object);                  \
    DETSIM_BUILTIN_ANNOUNCE(operation, detsim_object);     \
    builtin(detsim_object __VA_OPT__(, ) __VA_ARGS__);     \
  })
#define DETSIM_GNU_VALUE_OF(operation, builtin, object, value, ...)  \
  __extension__({                                                    \
    __auto_type detsim_object = (object);                            \
    DETSIM_GNU_VALUE(detsim_object) detsim_value = (value);          \
    DETSIM_BUILTIN_ANNOUNCE(operation, detsim_object);               \
    builtin(detsim_object, detsim_value __VA_OPT__(, ) __VA_ARGS__); \
  })
/* One that takes pointers to values, or a number. */
#define DETSIM_GNU_OPERAND(operation, builtin, object, operand, ...)   \
  __extension__({                                                      \
    __auto_type detsim_object = (object);                              \
    __auto_type detsim_operand = (operand);                            \
    DETSIM_BUILTIN_ANNOUNCE(operation, detsim_object);                 \
    builtin(detsim_object, detsim_operand __VA_OPT__(, ) __VA_ARGS__); \
  })

#define detsim___atomic_load_n(object, order) \
  DETSIM_GNU_OBJECT(DETSIM_ATOMIC_LOAD, __atomic_load_n, object, order)
#define detsim___atomic_load(object, result, order) \
  DETSIM_GNU_OPERAND(DETSIM_ATOMIC_LOAD, __atomic_load, object, result, order)
#define detsim___atomic_store_n(object, value, order)                       \
  DETSIM_GNU_VALUE_OF(DETSIM_ATOMIC_STORE, __atomic_store_n, object, value, \
                      order)
#define detsim___atomic_store(object, value, order) \
  DETSIM_GNU_OPERAND(DETSIM_ATOMIC_STORE, __atomic_store, object, value, order)
#define detsim___atomic_exchange_n(object, value, order)                     \
  DETSIM_GNU_VALUE_OF(DETSIM_ATOMIC_RMW, __atomic_exchange_n, object, value, \
                      order)
#define detsim___atomic_exchange(object, value, result, order)            \
  __extension__({                                                         \
    __auto_type detsim_object = (object);                                 \
    __auto_type detsim_value = (value);                                   \
    __auto_type detsim_result = (result);                                 \
    DETSIM_BUILTIN_ANNOUNCE(DETSIM_ATOMIC_RMW, detsim_object);            \
    __atomic_exchange(detsim_object, detsim_value, detsim_result, order); \
  })

/* A weak one may fail spuriously; then it tells the current value. */
#define detsim___atomic_compare_exchange_n(object, expected, desired, weak, \
                                           success, failure)                \
  __extension__({                                                           \
    __auto_type detsim_object = (object);                                   \
    __auto_type detsim_expected = (expected);                               \
    DETSIM_GNU_VALUE(detsim_object) detsim_desired = (desired);             \
    DETSIM_GNU_FAILS(weak, detsim_object)                                   \
    ? (__atomic_load(detsim_object, detsim_expected, __ATOMIC_SEQ_CST),     \
       0 != 0)                                                              \
    : (DETSIM_BUILTIN_PAIR(detsim_object),                                  \
       __atomic_compare_exchange_n(detsim_object, detsim_expected,          \
                                   detsim_desired, 0, success, failure));   \
  })
#define detsim___atomic_compare_exchange(object, expected, desired, weak, \
                                         success, failure)                \
  __extension__({                                                         \
    __auto_type detsim_object = (object);                                 \
    __auto_type detsim_expected = (expected);                             \
    __auto_type detsim_desired = (desired);                               \
    DETSIM_GNU_FAILS(weak, detsim_object)                                 \
    ? (__atomic_load(detsim_object, detsim_expected, __ATOMIC_SEQ_CST),   \
       0 != 0)                                                            \
    : (DETSIM_BUILTIN_PAIR(detsim_object),                                \
       __atomic_compare_exchange(detsim_object, detsim_expected,          \
                                 detsim_desired, 0, success, failure));   \
  })
#define DETSIM_GNU_FAILS(weak, object) \
  ((weak) ? detsim_atomic_weak(object) \
          : (detsim_atomic(DETSIM_ATOMIC_RMW, object), 0))

#define DETSIM_GNU_FETCH(builtin, object, operand, order) \
  DETSIM_GNU_OPERAND(DETSIM_ATOMIC_RMW, builtin, object, operand, order)
#define detsim___atomic_fetch_add(object, operand, order) \
  DETSIM_GNU_FETCH(__atomic_fetch_add, object, operand, order)
#define detsim___atomic_fetch_sub(object, operand, order) \
  DETSIM_GNU_FETCH(__atomic_fetch_sub, object, operand, order)
#define detsim___atomic_fetch_and(object, operand, order) \
  DETSIM_GNU_FETCH(__atomic_fetch_and, object, operand, order)
#define detsim___atomic_fetch_xor(object, operand, order) \
  DETSIM_GNU_FETCH(__atomic_fetch_xor, object, operand, order)
#define detsim___atomic_fetch_or(object, operand, order) \
  DETSIM_GNU_FETCH(__atomic_fetch_or, object, operand, order)
#define detsim___atomic_fetch_nand(object, operand, order) \
  DETSIM_GNU_FETCH(__atomic_fetch_nand, object, operand, order)
#define detsim___atomic_add_fetch(object, operand, order) \
  DETSIM_GNU_FETCH(__atomic_add_fetch, object, operand, order)
#define detsim___atomic_sub_fetch(object, operand, order) \
  DETSIM_GNU_FETCH(__atomic_sub_fetch, object, operand, order)
#define detsim___atomic_and_fetch(object, operand, order) \
  DETSIM_GNU_FETCH(__atomic_and_fetch, object, operand, order)
#define detsim___atomic_xor_fetch(object, operand, order) \
  DETSIM_GNU_FETCH(__atomic_xor_fetch, object, operand, order)
#define detsim___atomic_or_fetch(object, operand, order) \
  DETSIM_GNU_FETCH(__atomic_or_fetch, object, operand, order)
#define detsim___atomic_nand_fetch(object, operand, order) \
  DETSIM_GNU_FETCH(__atomic_nand_fetch, object, operand, order)
#define detsim___atomic_fetch_min(object, operand, order) \
  DETSIM_GNU_FETCH(__atomic_fetch_min, object, operand, order)
#define detsim___atomic_fetch_max(object, operand, order) \
  DETSIM_GNU_FETCH(__atomic_fetch_max, object, operand, order)
#define detsim___atomic_min_fetch(object, operand, order) \
  DETSIM_GNU_FETCH(__atomic_min_fetch, object, operand, order)
#define detsim___atomic_max_fetch(object, operand, order) \
  DETSIM_GNU_FETCH(__atomic_max_fetch, object, operand, order)

#define detsim___atomic_test_and_set(object, order) \
  DETSIM_GNU_OBJECT(DETSIM_ATOMIC_RMW, __atomic_test_and_set, object, order)
#define detsim___atomic_clear(object, order) \
  DETSIM_GNU_OBJECT(DETSIM_ATOMIC_STORE, __atomic_clear, object, order)
#define detsim___atomic_thread_fence(order) \
  (detsim_atomic(DETSIM_ATOMIC_FENCE, (void*)0), __atomic_thread_fence(order))
/* Orders nothing between threads: no operation. */
#define detsim___atomic_signal_fence(order) __atomic_signal_fence(order)

/* ---- The old ones: after the value may come a list of variables that they
 * protect, which means nothing. ---- */

#define DETSIM_SYNC_FETCH(builtin, object, operand) \
  DETSIM_GNU_VALUE_OF(DETSIM_ATOMIC_RMW, builtin, object, operand)
#define detsim___sync_fetch_and_add(object, operand, ...) \
  DETSIM_SYNC_FETCH(__sync_fetch_and_add, object, operand)
#define detsim___sync_fetch_and_sub(object, operand, ...) \
  DETSIM_SYNC_FETCH(__sync_fetch_and_sub, object, operand)
#define detsim___sync_fetch_and_and(object, operand, ...) \
  DETSIM_SYNC_FETCH(__sync_fetch_and_and, object, operand)
#define detsim___sync_fetch_and_xor(object, operand, ...) \
  DETSIM_SYNC_FETCH(__sync_fetch_and_xor, object, operand)
#define detsim___sync_fetch_and_or(object, operand, ...) \
  DETSIM_SYNC_FETCH(__sync_fetch_and_or, object, operand)
#define detsim___sync_fetch_and_nand(object, operand, ...) \
  DETSIM_SYNC_FETCH(__sync_fetch_and_nand, object, operand)
#define detsim___sync_add_and_fetch(object, operand, ...) \
  DETSIM_SYNC_FETCH(__sync_add_and_fetch, object, operand)
#define detsim___sync_sub_and_fetch(object, operand, ...) \
  DETSIM_SYNC_FETCH(__sync_sub_and_fetch, object, operand)
#define detsim___sync_and_and_fetch(object, operand, ...) \
  DETSIM_SYNC_FETCH(__sync_and_and_fetch, object, operand)
#define detsim___sync_xor_and_fetch(object, operand, ...) \
  DETSIM_SYNC_FETCH(__sync_xor_and_fetch, object, operand)
#define detsim___sync_or_and_fetch(object, operand, ...) \
  DETSIM_SYNC_FETCH(__sync_or_and_fetch, object, operand)
#define detsim___sync_nand_and_fetch(object, operand, ...) \
  DETSIM_SYNC_FETCH(__sync_nand_and_fetch, object, operand)
#define detsim___sync_lock_test_and_set(object, value, ...)                \
  DETSIM_GNU_VALUE_OF(DETSIM_ATOMIC_RMW, __sync_lock_test_and_set, object, \
                      value)
#define detsim___sync_swap(object, value, ...) \
  DETSIM_GNU_VALUE_OF(DETSIM_ATOMIC_RMW, __sync_swap, object, value)
#define detsim___sync_lock_release(object, ...) \
  DETSIM_GNU_OBJECT(DETSIM_ATOMIC_STORE, __sync_lock_release, object)
#define detsim___sync_bool_compare_and_swap(object, expected, desired, ...) \
  DETSIM_SYNC_SWAP(__sync_bool_compare_and_swap, object, expected, desired)
#define detsim___sync_val_compare_and_swap(object, expected, desired, ...) \
  DETSIM_SYNC_SWAP(__sync_val_compare_and_swap, object, expected, desired)
#define DETSIM_SYNC_SWAP(builtin, object, expected, desired)      \
  __extension__({                                                 \
    __auto_type detsim_object = (object);                         \
    DETSIM_GNU_VALUE(detsim_object) detsim_expected = (expected); \
    DETSIM_GNU_VALUE(detsim_object) detsim_desired = (desired);   \
    DETSIM_BUILTIN_ANNOUNCE(DETSIM_ATOMIC_RMW, detsim_object);    \
    builtin(detsim_object, detsim_expected, detsim_desired);      \
  })
#define detsim___sync_synchronize() \
  (detsim_atomic(DETSIM_ATOMIC_FENCE, (void*)0), __sync_synchronize())

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_BUILTINS_C_H_ */
