// The member functions of detsim::atomic<T>, by what T is: every type has
// AtomicBase's; integers, pointers and (C++20) floating-point types add
// arithmetic. Each announces the operation and then performs it on the
// std::atomic<T> inside, so size, layout and lock-freedom are std's.
//
// Announce() and the operation stand in one expression: the runtime pairs an
// announcement with the next atomic instruction of the thread.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ATOMIC_OPERATIONS_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ATOMIC_OPERATIONS_H_
#pragma GCC system_header

#include <atomic>
#include <cstddef>
#include <type_traits>
#if __cplusplus >= 202002L
#include "detsim/detail/atomic_wait.h"
#endif

#include "detsim/detail/config.h"

namespace detsim {
namespace detail {

// The order of a failed compare-exchange that was given one order.
constexpr std::memory_order FailureOrder(std::memory_order order) {
  return order == std::memory_order_acq_rel   ? std::memory_order_acquire
         : order == std::memory_order_release ? std::memory_order_relaxed
                                              : order;
}

// A weak compare-exchange on `value`, a std::atomic<T> or atomic_ref<T>. When
// the runtime lets it fail, `expected` gets the current value, as on hardware.
template <typename Value, typename T>
DETSIM_INLINE bool CompareExchangeWeak(Value& value,
                                       const volatile void* address,
                                       T& expected, T desired,
                                       std::memory_order success,
                                       std::memory_order failure) noexcept {
  if (detsim_atomic_weak(address) != 0) {
    expected = value.load(failure);
    return false;
  }
  PairAnnouncement<T>();
  return value.compare_exchange_strong(expected, desired, success, failure);
}

template <typename T>
class AtomicBase {
 public:
  using value_type = T;

  AtomicBase() = default;
  constexpr AtomicBase(T desired) noexcept : value_(desired) {}
  AtomicBase(const AtomicBase&) = delete;
  AtomicBase& operator=(const AtomicBase&) = delete;
  AtomicBase& operator=(const AtomicBase&) volatile = delete;

#if __cplusplus >= 201703L
  static constexpr bool is_always_lock_free =
      std::atomic<T>::is_always_lock_free;
#endif
  bool is_lock_free() const noexcept { return value_.is_lock_free(); }
  bool is_lock_free() const volatile noexcept { return value_.is_lock_free(); }

  DETSIM_INLINE void store(
      T desired, std::memory_order order = std::memory_order_seq_cst) noexcept {
    Announce(DETSIM_ATOMIC_STORE).store(desired, order);
  }
  DETSIM_INLINE void store(
      T desired,
      std::memory_order order = std::memory_order_seq_cst) volatile noexcept {
    Announce(DETSIM_ATOMIC_STORE).store(desired, order);
  }

  DETSIM_INLINE T
  load(std::memory_order order = std::memory_order_seq_cst) const noexcept {
    return Announce(DETSIM_ATOMIC_LOAD).load(order);
  }
  DETSIM_INLINE T load(std::memory_order order =
                           std::memory_order_seq_cst) const volatile noexcept {
    return Announce(DETSIM_ATOMIC_LOAD).load(order);
  }

  DETSIM_INLINE operator T() const noexcept { return load(); }
  DETSIM_INLINE operator T() const volatile noexcept { return load(); }

  DETSIM_INLINE T exchange(
      T desired, std::memory_order order = std::memory_order_seq_cst) noexcept {
    return Announce(DETSIM_ATOMIC_RMW).exchange(desired, order);
  }
  DETSIM_INLINE T exchange(
      T desired,
      std::memory_order order = std::memory_order_seq_cst) volatile noexcept {
    return Announce(DETSIM_ATOMIC_RMW).exchange(desired, order);
  }

  DETSIM_INLINE bool compare_exchange_strong(
      T& expected, T desired, std::memory_order success,
      std::memory_order failure) noexcept {
    return Announce(DETSIM_ATOMIC_RMW)
        .compare_exchange_strong(expected, desired, success, failure);
  }
  DETSIM_INLINE bool compare_exchange_strong(
      T& expected, T desired, std::memory_order success,
      std::memory_order failure) volatile noexcept {
    return Announce(DETSIM_ATOMIC_RMW)
        .compare_exchange_strong(expected, desired, success, failure);
  }
  DETSIM_INLINE bool compare_exchange_strong(
      T& expected, T desired,
      std::memory_order order = std::memory_order_seq_cst) noexcept {
    return Announce(DETSIM_ATOMIC_RMW)
        .compare_exchange_strong(expected, desired, order);
  }
  DETSIM_INLINE bool compare_exchange_strong(
      T& expected, T desired,
      std::memory_order order = std::memory_order_seq_cst) volatile noexcept {
    return Announce(DETSIM_ATOMIC_RMW)
        .compare_exchange_strong(expected, desired, order);
  }

  DETSIM_INLINE bool compare_exchange_weak(T& expected, T desired,
                                           std::memory_order success,
                                           std::memory_order failure) noexcept {
    return CompareExchangeWeak(value_, &value_, expected, desired, success,
                               failure);
  }
  DETSIM_INLINE bool compare_exchange_weak(
      T& expected, T desired, std::memory_order success,
      std::memory_order failure) volatile noexcept {
    return CompareExchangeWeak(value_, &value_, expected, desired, success,
                               failure);
  }
  DETSIM_INLINE bool compare_exchange_weak(
      T& expected, T desired,
      std::memory_order order = std::memory_order_seq_cst) noexcept {
    return CompareExchangeWeak(value_, &value_, expected, desired, order,
                               FailureOrder(order));
  }
  DETSIM_INLINE bool compare_exchange_weak(
      T& expected, T desired,
      std::memory_order order = std::memory_order_seq_cst) volatile noexcept {
    return CompareExchangeWeak(value_, &value_, expected, desired, order,
                               FailureOrder(order));
  }

#if __cplusplus >= 202002L
  DETSIM_INLINE void wait(
      T old, std::memory_order order = std::memory_order_seq_cst) const
      volatile noexcept {
    WaitWhileEqual(value_, &value_, old, order);
  }
  DETSIM_INLINE void notify_one() volatile noexcept {
    detsim_address_wake(&value_, /*all=*/0);
  }
  DETSIM_INLINE void notify_all() volatile noexcept {
    detsim_address_wake(&value_, /*all=*/1);
  }
#endif

 protected:
  DETSIM_INLINE const std::atomic<T>& Announce(int operation) const noexcept {
    detsim_atomic(operation, &value_);
    PairAnnouncement<T>();
    return value_;
  }
  DETSIM_INLINE const volatile std::atomic<T>& Announce(int operation) const
      volatile noexcept {
    detsim_atomic(operation, &value_);
    PairAnnouncement<T>();
    return value_;
  }
  DETSIM_INLINE std::atomic<T>& Announce(int operation) noexcept {
    detsim_atomic(operation, &value_);
    PairAnnouncement<T>();
    return value_;
  }
  DETSIM_INLINE volatile std::atomic<T>& Announce(
      int operation) volatile noexcept {
    detsim_atomic(operation, &value_);
    PairAnnouncement<T>();
    return value_;
  }

 private:
  std::atomic<T> value_;
};

// fetch_add, fetch_sub, += and -= by a Difference: integers, pointers and
// floating-point types.
template <typename T, typename Difference>
class AtomicAdditive : public AtomicBase<T> {
 public:
  using difference_type = Difference;

  AtomicAdditive() = default;
  constexpr AtomicAdditive(T desired) noexcept : AtomicBase<T>(desired) {}

  DETSIM_INLINE T
  fetch_add(Difference operand,
            std::memory_order order = std::memory_order_seq_cst) noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW).fetch_add(operand, order);
  }
  DETSIM_INLINE T fetch_add(
      Difference operand,
      std::memory_order order = std::memory_order_seq_cst) volatile noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW).fetch_add(operand, order);
  }
  DETSIM_INLINE T
  fetch_sub(Difference operand,
            std::memory_order order = std::memory_order_seq_cst) noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW).fetch_sub(operand, order);
  }
  DETSIM_INLINE T fetch_sub(
      Difference operand,
      std::memory_order order = std::memory_order_seq_cst) volatile noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW).fetch_sub(operand, order);
  }

  DETSIM_INLINE T operator+=(Difference operand) noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW) += operand;
  }
  DETSIM_INLINE T operator+=(Difference operand) volatile noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW) += operand;
  }
  DETSIM_INLINE T operator-=(Difference operand) noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW) -= operand;
  }
  DETSIM_INLINE T operator-=(Difference operand) volatile noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW) -= operand;
  }
};

// ++ and --: integers and pointers.
template <typename T, typename Difference>
class AtomicStepping : public AtomicAdditive<T, Difference> {
 public:
  AtomicStepping() = default;
  constexpr AtomicStepping(T desired) noexcept
      : AtomicAdditive<T, Difference>(desired) {}

  DETSIM_INLINE T operator++() noexcept {
    return ++this->Announce(DETSIM_ATOMIC_RMW);
  }
  DETSIM_INLINE T operator++() volatile noexcept {
    return ++this->Announce(DETSIM_ATOMIC_RMW);
  }
  DETSIM_INLINE T operator++(int) noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW)++;
  }
  DETSIM_INLINE T operator++(int) volatile noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW)++;
  }
  DETSIM_INLINE T operator--() noexcept {
    return --this->Announce(DETSIM_ATOMIC_RMW);
  }
  DETSIM_INLINE T operator--() volatile noexcept {
    return --this->Announce(DETSIM_ATOMIC_RMW);
  }
  DETSIM_INLINE T operator--(int) noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW)--;
  }
  DETSIM_INLINE T operator--(int) volatile noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW)--;
  }
};

// The bitwise operations: integers.
template <typename T>
class AtomicBitwise : public AtomicStepping<T, T> {
 public:
  AtomicBitwise() = default;
  constexpr AtomicBitwise(T desired) noexcept : AtomicStepping<T, T>(desired) {}

  DETSIM_INLINE T fetch_and(
      T operand, std::memory_order order = std::memory_order_seq_cst) noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW).fetch_and(operand, order);
  }
  DETSIM_INLINE T fetch_and(
      T operand,
      std::memory_order order = std::memory_order_seq_cst) volatile noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW).fetch_and(operand, order);
  }
  DETSIM_INLINE T fetch_or(
      T operand, std::memory_order order = std::memory_order_seq_cst) noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW).fetch_or(operand, order);
  }
  DETSIM_INLINE T fetch_or(
      T operand,
      std::memory_order order = std::memory_order_seq_cst) volatile noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW).fetch_or(operand, order);
  }
  DETSIM_INLINE T fetch_xor(
      T operand, std::memory_order order = std::memory_order_seq_cst) noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW).fetch_xor(operand, order);
  }
  DETSIM_INLINE T fetch_xor(
      T operand,
      std::memory_order order = std::memory_order_seq_cst) volatile noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW).fetch_xor(operand, order);
  }

  DETSIM_INLINE T operator&=(T operand) noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW) &= operand;
  }
  DETSIM_INLINE T operator&=(T operand) volatile noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW) &= operand;
  }
  DETSIM_INLINE T operator|=(T operand) noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW) |= operand;
  }
  DETSIM_INLINE T operator|=(T operand) volatile noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW) |= operand;
  }
  DETSIM_INLINE T operator^=(T operand) noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW) ^= operand;
  }
  DETSIM_INLINE T operator^=(T operand) volatile noexcept {
    return this->Announce(DETSIM_ATOMIC_RMW) ^= operand;
  }
};

// The operations of atomic<T>.
template <typename T, typename = void>
struct SelectAtomicOperations {
  using type = AtomicBase<T>;
};
template <typename T>
struct SelectAtomicOperations<
    T, typename std::enable_if<std::is_integral<T>::value &&
                               !std::is_same<T, bool>::value>::type> {
  using type = AtomicBitwise<T>;
};
template <typename T>
struct SelectAtomicOperations<T*> {
  using type = AtomicStepping<T*, std::ptrdiff_t>;
};
#if __cplusplus >= 202002L
template <typename T>
struct SelectAtomicOperations<
    T, typename std::enable_if<std::is_floating_point<T>::value>::type> {
  using type = AtomicAdditive<T, T>;
};
#endif
template <typename T>
using AtomicOperations = typename SelectAtomicOperations<T>::type;

}  // namespace detail
}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ATOMIC_OPERATIONS_H_
