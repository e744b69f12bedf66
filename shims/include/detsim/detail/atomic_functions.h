// The free functions on detsim::atomic<T> and atomic_flag. A volatile
// parameter serves plain objects too, but each function stands twice, as in
// std, for pointers to them: `int (*load)(const std::atomic<int>*)`. Parameters
// that are not deduced convert, as in std::atomic_store(&long_atomic, 1).
// Past 400 lines because they are one table.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ATOMIC_FUNCTIONS_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ATOMIC_FUNCTIONS_H_
#pragma GCC system_header

#include <atomic>

#include "detsim/detail/config.h"
#include "detsim/std/atomic.h"

namespace detsim {
namespace detail {
template <typename T>
using AtomicValue = typename atomic<T>::value_type;
template <typename T>
using AtomicDifference = typename atomic<T>::difference_type;
}  // namespace detail

// ---- Load, store, exchange ----

template <typename T>
bool atomic_is_lock_free(const volatile atomic<T>* object) noexcept {
  return object->is_lock_free();
}
template <typename T>
bool atomic_is_lock_free(const atomic<T>* object) noexcept {
  return object->is_lock_free();
}

// Not atomic by the standard: no other thread may look yet.
template <typename T>
DETSIM_INLINE void atomic_init(volatile atomic<T>* object,
                               detail::AtomicValue<T> desired) noexcept {
  object->store(desired, std::memory_order_relaxed);
}
template <typename T>
DETSIM_INLINE void atomic_init(atomic<T>* object,
                               detail::AtomicValue<T> desired) noexcept {
  object->store(desired, std::memory_order_relaxed);
}

template <typename T>
DETSIM_INLINE void atomic_store(volatile atomic<T>* object,
                                detail::AtomicValue<T> desired) noexcept {
  object->store(desired);
}
template <typename T>
DETSIM_INLINE void atomic_store(atomic<T>* object,
                                detail::AtomicValue<T> desired) noexcept {
  object->store(desired);
}
template <typename T>
DETSIM_INLINE void atomic_store_explicit(volatile atomic<T>* object,
                                         detail::AtomicValue<T> desired,
                                         std::memory_order order) noexcept {
  object->store(desired, order);
}
template <typename T>
DETSIM_INLINE void atomic_store_explicit(atomic<T>* object,
                                         detail::AtomicValue<T> desired,
                                         std::memory_order order) noexcept {
  object->store(desired, order);
}

template <typename T>
DETSIM_INLINE T atomic_load(const volatile atomic<T>* object) noexcept {
  return object->load();
}
template <typename T>
DETSIM_INLINE T atomic_load(const atomic<T>* object) noexcept {
  return object->load();
}
template <typename T>
DETSIM_INLINE T atomic_load_explicit(const volatile atomic<T>* object,
                                     std::memory_order order) noexcept {
  return object->load(order);
}
template <typename T>
DETSIM_INLINE T atomic_load_explicit(const atomic<T>* object,
                                     std::memory_order order) noexcept {
  return object->load(order);
}

template <typename T>
DETSIM_INLINE T atomic_exchange(volatile atomic<T>* object,
                                detail::AtomicValue<T> desired) noexcept {
  return object->exchange(desired);
}
template <typename T>
DETSIM_INLINE T atomic_exchange(atomic<T>* object,
                                detail::AtomicValue<T> desired) noexcept {
  return object->exchange(desired);
}
template <typename T>
DETSIM_INLINE T atomic_exchange_explicit(volatile atomic<T>* object,
                                         detail::AtomicValue<T> desired,
                                         std::memory_order order) noexcept {
  return object->exchange(desired, order);
}
template <typename T>
DETSIM_INLINE T atomic_exchange_explicit(atomic<T>* object,
                                         detail::AtomicValue<T> desired,
                                         std::memory_order order) noexcept {
  return object->exchange(desired, order);
}

// ---- Compare-exchange ----

template <typename T>
DETSIM_INLINE bool atomic_compare_exchange_weak(
    volatile atomic<T>* object, detail::AtomicValue<T>* expected,
    detail::AtomicValue<T> desired) noexcept {
  return object->compare_exchange_weak(*expected, desired);
}
template <typename T>
DETSIM_INLINE bool atomic_compare_exchange_weak(
    atomic<T>* object, detail::AtomicValue<T>* expected,
    detail::AtomicValue<T> desired) noexcept {
  return object->compare_exchange_weak(*expected, desired);
}
template <typename T>
DETSIM_INLINE bool atomic_compare_exchange_weak_explicit(
    volatile atomic<T>* object, detail::AtomicValue<T>* expected,
    detail::AtomicValue<T> desired, std::memory_order success,
    std::memory_order failure) noexcept {
  return object->compare_exchange_weak(*expected, desired, success, failure);
}
template <typename T>
DETSIM_INLINE bool atomic_compare_exchange_weak_explicit(
    atomic<T>* object, detail::AtomicValue<T>* expected,
    detail::AtomicValue<T> desired, std::memory_order success,
    std::memory_order failure) noexcept {
  return object->compare_exchange_weak(*expected, desired, success, failure);
}
template <typename T>
DETSIM_INLINE bool atomic_compare_exchange_strong(
    volatile atomic<T>* object, detail::AtomicValue<T>* expected,
    detail::AtomicValue<T> desired) noexcept {
  return object->compare_exchange_strong(*expected, desired);
}
template <typename T>
DETSIM_INLINE bool atomic_compare_exchange_strong(
    atomic<T>* object, detail::AtomicValue<T>* expected,
    detail::AtomicValue<T> desired) noexcept {
  return object->compare_exchange_strong(*expected, desired);
}
template <typename T>
DETSIM_INLINE bool atomic_compare_exchange_strong_explicit(
    volatile atomic<T>* object, detail::AtomicValue<T>* expected,
    detail::AtomicValue<T> desired, std::memory_order success,
    std::memory_order failure) noexcept {
  return object->compare_exchange_strong(*expected, desired, success, failure);
}
template <typename T>
DETSIM_INLINE bool atomic_compare_exchange_strong_explicit(
    atomic<T>* object, detail::AtomicValue<T>* expected,
    detail::AtomicValue<T> desired, std::memory_order success,
    std::memory_order failure) noexcept {
  return object->compare_exchange_strong(*expected, desired, success, failure);
}

// ---- Arithmetic ----

template <typename T>
DETSIM_INLINE T atomic_fetch_add(volatile atomic<T>* object,
                                 detail::AtomicDifference<T> operand) noexcept {
  return object->fetch_add(operand);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_add(atomic<T>* object,
                                 detail::AtomicDifference<T> operand) noexcept {
  return object->fetch_add(operand);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_add_explicit(volatile atomic<T>* object,
                                          detail::AtomicDifference<T> operand,
                                          std::memory_order order) noexcept {
  return object->fetch_add(operand, order);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_add_explicit(atomic<T>* object,
                                          detail::AtomicDifference<T> operand,
                                          std::memory_order order) noexcept {
  return object->fetch_add(operand, order);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_sub(volatile atomic<T>* object,
                                 detail::AtomicDifference<T> operand) noexcept {
  return object->fetch_sub(operand);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_sub(atomic<T>* object,
                                 detail::AtomicDifference<T> operand) noexcept {
  return object->fetch_sub(operand);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_sub_explicit(volatile atomic<T>* object,
                                          detail::AtomicDifference<T> operand,
                                          std::memory_order order) noexcept {
  return object->fetch_sub(operand, order);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_sub_explicit(atomic<T>* object,
                                          detail::AtomicDifference<T> operand,
                                          std::memory_order order) noexcept {
  return object->fetch_sub(operand, order);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_and(volatile atomic<T>* object,
                                 detail::AtomicValue<T> operand) noexcept {
  return object->fetch_and(operand);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_and(atomic<T>* object,
                                 detail::AtomicValue<T> operand) noexcept {
  return object->fetch_and(operand);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_and_explicit(volatile atomic<T>* object,
                                          detail::AtomicValue<T> operand,
                                          std::memory_order order) noexcept {
  return object->fetch_and(operand, order);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_and_explicit(atomic<T>* object,
                                          detail::AtomicValue<T> operand,
                                          std::memory_order order) noexcept {
  return object->fetch_and(operand, order);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_or(volatile atomic<T>* object,
                                detail::AtomicValue<T> operand) noexcept {
  return object->fetch_or(operand);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_or(atomic<T>* object,
                                detail::AtomicValue<T> operand) noexcept {
  return object->fetch_or(operand);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_or_explicit(volatile atomic<T>* object,
                                         detail::AtomicValue<T> operand,
                                         std::memory_order order) noexcept {
  return object->fetch_or(operand, order);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_or_explicit(atomic<T>* object,
                                         detail::AtomicValue<T> operand,
                                         std::memory_order order) noexcept {
  return object->fetch_or(operand, order);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_xor(volatile atomic<T>* object,
                                 detail::AtomicValue<T> operand) noexcept {
  return object->fetch_xor(operand);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_xor(atomic<T>* object,
                                 detail::AtomicValue<T> operand) noexcept {
  return object->fetch_xor(operand);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_xor_explicit(volatile atomic<T>* object,
                                          detail::AtomicValue<T> operand,
                                          std::memory_order order) noexcept {
  return object->fetch_xor(operand, order);
}
template <typename T>
DETSIM_INLINE T atomic_fetch_xor_explicit(atomic<T>* object,
                                          detail::AtomicValue<T> operand,
                                          std::memory_order order) noexcept {
  return object->fetch_xor(operand, order);
}

// ---- Flags ----

DETSIM_INLINE bool atomic_flag_test_and_set(
    volatile atomic_flag* flag) noexcept {
  return flag->test_and_set();
}
DETSIM_INLINE bool atomic_flag_test_and_set(atomic_flag* flag) noexcept {
  return flag->test_and_set();
}
DETSIM_INLINE bool atomic_flag_test_and_set_explicit(
    volatile atomic_flag* flag, std::memory_order order) noexcept {
  return flag->test_and_set(order);
}
DETSIM_INLINE bool atomic_flag_test_and_set_explicit(
    atomic_flag* flag, std::memory_order order) noexcept {
  return flag->test_and_set(order);
}
DETSIM_INLINE void atomic_flag_clear(volatile atomic_flag* flag) noexcept {
  flag->clear();
}
DETSIM_INLINE void atomic_flag_clear(atomic_flag* flag) noexcept {
  flag->clear();
}
DETSIM_INLINE void atomic_flag_clear_explicit(
    volatile atomic_flag* flag, std::memory_order order) noexcept {
  flag->clear(order);
}
DETSIM_INLINE void atomic_flag_clear_explicit(
    atomic_flag* flag, std::memory_order order) noexcept {
  flag->clear(order);
}

#if __cplusplus >= 202002L

DETSIM_INLINE bool atomic_flag_test(const volatile atomic_flag* flag) noexcept {
  return flag->test();
}
DETSIM_INLINE bool atomic_flag_test(const atomic_flag* flag) noexcept {
  return flag->test();
}
DETSIM_INLINE bool atomic_flag_test_explicit(const volatile atomic_flag* flag,
                                             std::memory_order order) noexcept {
  return flag->test(order);
}
DETSIM_INLINE bool atomic_flag_test_explicit(const atomic_flag* flag,
                                             std::memory_order order) noexcept {
  return flag->test(order);
}

// ---- Waiting ----

template <typename T>
DETSIM_INLINE void atomic_wait(const volatile atomic<T>* object,
                               detail::AtomicValue<T> old) noexcept {
  object->wait(old);
}
template <typename T>
DETSIM_INLINE void atomic_wait(const atomic<T>* object,
                               detail::AtomicValue<T> old) noexcept {
  object->wait(old);
}
template <typename T>
DETSIM_INLINE void atomic_wait_explicit(const volatile atomic<T>* object,
                                        detail::AtomicValue<T> old,
                                        std::memory_order order) noexcept {
  object->wait(old, order);
}
template <typename T>
DETSIM_INLINE void atomic_wait_explicit(const atomic<T>* object,
                                        detail::AtomicValue<T> old,
                                        std::memory_order order) noexcept {
  object->wait(old, order);
}
template <typename T>
DETSIM_INLINE void atomic_notify_one(volatile atomic<T>* object) noexcept {
  object->notify_one();
}
template <typename T>
DETSIM_INLINE void atomic_notify_one(atomic<T>* object) noexcept {
  object->notify_one();
}
template <typename T>
DETSIM_INLINE void atomic_notify_all(volatile atomic<T>* object) noexcept {
  object->notify_all();
}
template <typename T>
DETSIM_INLINE void atomic_notify_all(atomic<T>* object) noexcept {
  object->notify_all();
}

DETSIM_INLINE void atomic_flag_wait(const volatile atomic_flag* flag,
                                    bool old) noexcept {
  flag->wait(old);
}
DETSIM_INLINE void atomic_flag_wait(const atomic_flag* flag,
                                    bool old) noexcept {
  flag->wait(old);
}
DETSIM_INLINE void atomic_flag_wait_explicit(const volatile atomic_flag* flag,
                                             bool old,
                                             std::memory_order order) noexcept {
  flag->wait(old, order);
}
DETSIM_INLINE void atomic_flag_wait_explicit(const atomic_flag* flag, bool old,
                                             std::memory_order order) noexcept {
  flag->wait(old, order);
}
DETSIM_INLINE void atomic_flag_notify_one(volatile atomic_flag* flag) noexcept {
  flag->notify_one();
}
DETSIM_INLINE void atomic_flag_notify_one(atomic_flag* flag) noexcept {
  flag->notify_one();
}
DETSIM_INLINE void atomic_flag_notify_all(volatile atomic_flag* flag) noexcept {
  flag->notify_all();
}
DETSIM_INLINE void atomic_flag_notify_all(atomic_flag* flag) noexcept {
  flag->notify_all();
}

#endif  // __cplusplus >= 202002L

}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ATOMIC_FUNCTIONS_H_
