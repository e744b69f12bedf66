// detsim::atomic_ref<T> of C++20: std::atomic_ref<T> with every operation
// announced. Included by std/atomic.h.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ATOMIC_REF_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ATOMIC_REF_H_
#pragma GCC system_header

#include <atomic>
#include <cstddef>
#include <memory>
#include <type_traits>

#include "detsim/detail/atomic_operations.h"
#include "detsim/detail/atomic_wait.h"
#include "detsim/detail/config.h"

namespace detsim {
namespace detail {

// What fetch_add takes; a type without arithmetic has none.
template <typename T>
struct AtomicRefTypes {
  using value_type = T;
};
template <typename T>
  requires(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
struct AtomicRefTypes<T> {
  using value_type = T;
  using difference_type = T;
};
template <typename T>
struct AtomicRefTypes<T*> {
  using value_type = T*;
  using difference_type = std::ptrdiff_t;
};

template <typename T>
concept SteppingAtomic =
    (std::is_integral_v<T> && !std::is_same_v<T, bool>) || std::is_pointer_v<T>;
template <typename T>
concept AdditiveAtomic = SteppingAtomic<T> || std::is_floating_point_v<T>;
template <typename T>
concept BitwiseAtomic = SteppingAtomic<T> && std::is_integral_v<T>;

template <typename T>
struct AtomicRefDifference {
  using type = T;
};
template <typename T>
struct AtomicRefDifference<T*> {
  using type = std::ptrdiff_t;
};

}  // namespace detail

template <typename T>
struct atomic_ref : detail::AtomicRefTypes<T> {
 private:
  using Order = std::memory_order;
  using Operand = typename detail::AtomicRefDifference<T>::type;
  static constexpr Order kSeqCst = std::memory_order_seq_cst;

 public:
  static constexpr bool is_always_lock_free =
      std::atomic_ref<T>::is_always_lock_free;
  static constexpr std::size_t required_alignment =
      std::atomic_ref<T>::required_alignment;

  explicit atomic_ref(T& object) noexcept : object_(std::addressof(object)) {}
  atomic_ref(const atomic_ref&) noexcept = default;
  atomic_ref& operator=(const atomic_ref&) = delete;

  bool is_lock_free() const noexcept { return Ref().is_lock_free(); }

  DETSIM_INLINE T operator=(T desired) const noexcept {
    store(desired);
    return desired;
  }
  DETSIM_INLINE operator T() const noexcept { return load(); }

  DETSIM_INLINE void store(T desired, Order order = kSeqCst) const noexcept {
    Announce(DETSIM_ATOMIC_STORE).store(desired, order);
  }
  DETSIM_INLINE T load(Order order = kSeqCst) const noexcept {
    return Announce(DETSIM_ATOMIC_LOAD).load(order);
  }
  DETSIM_INLINE T exchange(T desired, Order order = kSeqCst) const noexcept {
    return Announce(DETSIM_ATOMIC_RMW).exchange(desired, order);
  }

  DETSIM_INLINE bool compare_exchange_strong(T& expected, T desired,
                                             Order success,
                                             Order failure) const noexcept {
    return Announce(DETSIM_ATOMIC_RMW)
        .compare_exchange_strong(expected, desired, success, failure);
  }
  DETSIM_INLINE bool compare_exchange_strong(
      T& expected, T desired, Order order = kSeqCst) const noexcept {
    return Announce(DETSIM_ATOMIC_RMW)
        .compare_exchange_strong(expected, desired, order);
  }
  DETSIM_INLINE bool compare_exchange_weak(T& expected, T desired,
                                           Order success,
                                           Order failure) const noexcept {
    std::atomic_ref<T> ref = Ref();
    return detail::CompareExchangeWeak(ref, object_, expected, desired, success,
                                       failure);
  }
  DETSIM_INLINE bool compare_exchange_weak(
      T& expected, T desired, Order order = kSeqCst) const noexcept {
    return compare_exchange_weak(expected, desired, order,
                                 detail::FailureOrder(order));
  }

  DETSIM_INLINE void wait(T old, Order order = kSeqCst) const noexcept {
    std::atomic_ref<T> ref = Ref();
    detail::WaitWhileEqual(ref, object_, old, order);
  }
  DETSIM_INLINE void notify_one() const noexcept {
    detsim_address_wake(object_, /*all=*/0);
  }
  DETSIM_INLINE void notify_all() const noexcept {
    detsim_address_wake(object_, /*all=*/1);
  }

  DETSIM_INLINE T fetch_add(Operand operand,
                            Order order = kSeqCst) const noexcept
    requires detail::AdditiveAtomic<T>
  {
    return Announce(DETSIM_ATOMIC_RMW).fetch_add(operand, order);
  }
  DETSIM_INLINE T fetch_sub(Operand operand,
                            Order order = kSeqCst) const noexcept
    requires detail::AdditiveAtomic<T>
  {
    return Announce(DETSIM_ATOMIC_RMW).fetch_sub(operand, order);
  }
  DETSIM_INLINE T operator+=(Operand operand) const noexcept
    requires detail::AdditiveAtomic<T>
  {
    return Announce(DETSIM_ATOMIC_RMW) += operand;
  }
  DETSIM_INLINE T operator-=(Operand operand) const noexcept
    requires detail::AdditiveAtomic<T>
  {
    return Announce(DETSIM_ATOMIC_RMW) -= operand;
  }

  DETSIM_INLINE T operator++() const noexcept
    requires detail::SteppingAtomic<T>
  {
    return ++Announce(DETSIM_ATOMIC_RMW);
  }
  DETSIM_INLINE T operator++(int) const noexcept
    requires detail::SteppingAtomic<T>
  {
    return Announce(DETSIM_ATOMIC_RMW)++;
  }
  DETSIM_INLINE T operator--() const noexcept
    requires detail::SteppingAtomic<T>
  {
    return --Announce(DETSIM_ATOMIC_RMW);
  }
  DETSIM_INLINE T operator--(int) const noexcept
    requires detail::SteppingAtomic<T>
  {
    return Announce(DETSIM_ATOMIC_RMW)--;
  }

  DETSIM_INLINE T fetch_and(T operand, Order order = kSeqCst) const noexcept
    requires detail::BitwiseAtomic<T>
  {
    return Announce(DETSIM_ATOMIC_RMW).fetch_and(operand, order);
  }
  DETSIM_INLINE T fetch_or(T operand, Order order = kSeqCst) const noexcept
    requires detail::BitwiseAtomic<T>
  {
    return Announce(DETSIM_ATOMIC_RMW).fetch_or(operand, order);
  }
  DETSIM_INLINE T fetch_xor(T operand, Order order = kSeqCst) const noexcept
    requires detail::BitwiseAtomic<T>
  {
    return Announce(DETSIM_ATOMIC_RMW).fetch_xor(operand, order);
  }
  DETSIM_INLINE T operator&=(T operand) const noexcept
    requires detail::BitwiseAtomic<T>
  {
    return Announce(DETSIM_ATOMIC_RMW) &= operand;
  }
  DETSIM_INLINE T operator|=(T operand) const noexcept
    requires detail::BitwiseAtomic<T>
  {
    return Announce(DETSIM_ATOMIC_RMW) |= operand;
  }
  DETSIM_INLINE T operator^=(T operand) const noexcept
    requires detail::BitwiseAtomic<T>
  {
    return Announce(DETSIM_ATOMIC_RMW) ^= operand;
  }

 private:
  std::atomic_ref<T> Ref() const noexcept {
    return std::atomic_ref<T>(*object_);
  }
  DETSIM_INLINE std::atomic_ref<T> Announce(int operation) const noexcept {
    const std::atomic_ref<T> ref = Ref();
    detsim_atomic(operation, object_);
    detail::PairAnnouncement<T>();
    return ref;
  }

  T* object_;
};

template <typename T>
atomic_ref(T&) -> atomic_ref<T>;

}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ATOMIC_REF_H_
