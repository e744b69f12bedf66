// The atomic free functions on std::shared_ptr. The operation itself is the
// library's, under its own lock, which the runtime interposes.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ATOMIC_SHARED_PTR_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ATOMIC_SHARED_PTR_H_
#pragma GCC system_header

#include <atomic>
#include <memory>
#include <utility>

#include "detsim/detail/config.h"
#include "detsim/std/atomic.h"

namespace detsim {

template <typename T>
bool atomic_is_lock_free(const std::shared_ptr<T>* pointer) {
  return std::atomic_is_lock_free(pointer);
}

template <typename T>
DETSIM_INLINE std::shared_ptr<T> atomic_load_explicit(
    const std::shared_ptr<T>* pointer, std::memory_order order) {
  detsim_atomic(DETSIM_ATOMIC_LOAD, pointer);
  detail::PairAnnouncement<std::shared_ptr<T>>();
  return std::atomic_load_explicit(pointer, order);
}
template <typename T>
DETSIM_INLINE std::shared_ptr<T> atomic_load(
    const std::shared_ptr<T>* pointer) {
  return detsim::atomic_load_explicit(pointer, std::memory_order_seq_cst);
}

template <typename T>
DETSIM_INLINE void atomic_store_explicit(std::shared_ptr<T>* pointer,
                                         std::shared_ptr<T> desired,
                                         std::memory_order order) {
  detsim_atomic(DETSIM_ATOMIC_STORE, pointer);
  detail::PairAnnouncement<std::shared_ptr<T>>();
  std::atomic_store_explicit(pointer, std::move(desired), order);
}
template <typename T>
DETSIM_INLINE void atomic_store(std::shared_ptr<T>* pointer,
                                std::shared_ptr<T> desired) {
  detsim::atomic_store_explicit(pointer, std::move(desired),
                                std::memory_order_seq_cst);
}

template <typename T>
DETSIM_INLINE std::shared_ptr<T> atomic_exchange_explicit(
    std::shared_ptr<T>* pointer, std::shared_ptr<T> desired,
    std::memory_order order) {
  detsim_atomic(DETSIM_ATOMIC_RMW, pointer);
  detail::PairAnnouncement<std::shared_ptr<T>>();
  return std::atomic_exchange_explicit(pointer, std::move(desired), order);
}
template <typename T>
DETSIM_INLINE std::shared_ptr<T> atomic_exchange(std::shared_ptr<T>* pointer,
                                                 std::shared_ptr<T> desired) {
  return detsim::atomic_exchange_explicit(pointer, std::move(desired),
                                          std::memory_order_seq_cst);
}

template <typename T>
DETSIM_INLINE bool atomic_compare_exchange_strong_explicit(
    std::shared_ptr<T>* pointer, std::shared_ptr<T>* expected,
    std::shared_ptr<T> desired, std::memory_order success,
    std::memory_order failure) {
  detsim_atomic(DETSIM_ATOMIC_RMW, pointer);
  detail::PairAnnouncement<std::shared_ptr<T>>();
  return std::atomic_compare_exchange_strong_explicit(
      pointer, expected, std::move(desired), success, failure);
}
template <typename T>
DETSIM_INLINE bool atomic_compare_exchange_strong(std::shared_ptr<T>* pointer,
                                                  std::shared_ptr<T>* expected,
                                                  std::shared_ptr<T> desired) {
  return detsim::atomic_compare_exchange_strong_explicit(
      pointer, expected, std::move(desired), std::memory_order_seq_cst,
      std::memory_order_seq_cst);
}

template <typename T>
DETSIM_INLINE bool atomic_compare_exchange_weak_explicit(
    std::shared_ptr<T>* pointer, std::shared_ptr<T>* expected,
    std::shared_ptr<T> desired, std::memory_order success,
    std::memory_order failure) {
  if (detsim_atomic_weak(pointer) != 0) {
    *expected = std::atomic_load_explicit(pointer, failure);
    return false;
  }
  detail::PairAnnouncement<std::shared_ptr<T>>();
  return std::atomic_compare_exchange_strong_explicit(
      pointer, expected, std::move(desired), success, failure);
}
template <typename T>
DETSIM_INLINE bool atomic_compare_exchange_weak(std::shared_ptr<T>* pointer,
                                                std::shared_ptr<T>* expected,
                                                std::shared_ptr<T> desired) {
  return detsim::atomic_compare_exchange_weak_explicit(
      pointer, expected, std::move(desired), std::memory_order_seq_cst,
      std::memory_order_seq_cst);
}

}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ATOMIC_SHARED_PTR_H_
