// detsim::atomic<shared_ptr<T>> and atomic<weak_ptr<T>> of C++20. The library's
// own spin on a bit that a preempted thread may hold; these take a mutex of
// the runtime's, so every operation is a decision point as locking is one.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ATOMIC_SMART_POINTER_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ATOMIC_SMART_POINTER_H_
#pragma GCC system_header

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

#include "detsim/detail/config.h"
#include "detsim/std/atomic.h"

namespace detsim {
namespace detail {

template <typename Pointer>
class AtomicSmartPointer {
  using Order = std::memory_order;
  static constexpr Order kSeqCst = std::memory_order_seq_cst;

 public:
  using value_type = Pointer;
  static constexpr bool is_always_lock_free = false;

  constexpr AtomicSmartPointer() noexcept = default;
  AtomicSmartPointer(Pointer desired) noexcept : pointer_(std::move(desired)) {}
  AtomicSmartPointer(const AtomicSmartPointer&) = delete;
  AtomicSmartPointer& operator=(const AtomicSmartPointer&) = delete;
  ~AtomicSmartPointer() {
    detsim_cond_destroy(&changed_);
    detsim_mutex_destroy(&mutex_);
  }

  bool is_lock_free() const noexcept { return false; }

  DETSIM_INLINE Pointer load(Order = kSeqCst) const noexcept {
    detsim_mutex_lock(&mutex_);
    Pointer copy = pointer_;
    detsim_mutex_unlock(&mutex_);
    return copy;
  }
  DETSIM_INLINE operator Pointer() const noexcept { return load(); }

  // The old value is destroyed outside the lock: its destructor may come back.
  DETSIM_INLINE void store(Pointer desired, Order = kSeqCst) noexcept {
    Swap(desired);
  }
  DETSIM_INLINE Pointer exchange(Pointer desired, Order = kSeqCst) noexcept {
    Swap(desired);
    return desired;
  }

  DETSIM_INLINE bool compare_exchange_strong(Pointer& expected, Pointer desired,
                                             Order, Order) noexcept {
    detsim_mutex_lock(&mutex_);
    const bool equal = AreEqual(pointer_, expected);
    if (equal) {
      pointer_.swap(desired);
    } else {
      // What `expected` held is destroyed outside the lock too.
      desired = pointer_;
      desired.swap(expected);
    }
    detsim_mutex_unlock(&mutex_);
    return equal;
  }
  DETSIM_INLINE bool compare_exchange_strong(Pointer& expected, Pointer desired,
                                             Order order = kSeqCst) noexcept {
    return compare_exchange_strong(expected, std::move(desired), order, order);
  }
  DETSIM_INLINE bool compare_exchange_weak(Pointer& expected, Pointer desired,
                                           Order success,
                                           Order failure) noexcept {
    return compare_exchange_strong(expected, std::move(desired), success,
                                   failure);
  }
  DETSIM_INLINE bool compare_exchange_weak(Pointer& expected, Pointer desired,
                                           Order order = kSeqCst) noexcept {
    return compare_exchange_strong(expected, std::move(desired), order, order);
  }

  DETSIM_INLINE void wait(Pointer old, Order = kSeqCst) const noexcept {
    detsim_mutex_lock(&mutex_);
    while (AreEqual(pointer_, old)) {
      detsim_cond_wait(&changed_, &mutex_, DETSIM_FOREVER);
    }
    detsim_mutex_unlock(&mutex_);
  }
  DETSIM_INLINE void notify_one() noexcept {
    detsim_mutex_lock(&mutex_);
    detsim_cond_notify_one(&changed_);
    detsim_mutex_unlock(&mutex_);
  }
  DETSIM_INLINE void notify_all() noexcept {
    detsim_mutex_lock(&mutex_);
    detsim_cond_notify_all(&changed_);
    detsim_mutex_unlock(&mutex_);
  }

 private:
  DETSIM_INLINE void Swap(Pointer& other) noexcept {
    detsim_mutex_lock(&mutex_);
    pointer_.swap(other);
    detsim_mutex_unlock(&mutex_);
  }

  // The same owner, and for shared_ptr the same pointer ([util.smartptr.atomic]
  // calls them equivalent). A weak_ptr shows its pointer by being locked.
  template <typename T>
  static bool AreEqual(const std::shared_ptr<T>& a,
                       const std::shared_ptr<T>& b) {
    return a.get() == b.get() && HaveOneOwner(a, b);
  }
  template <typename T>
  static bool AreEqual(const std::weak_ptr<T>& a, const std::weak_ptr<T>& b) {
    return HaveOneOwner(a, b) && a.lock() == b.lock();
  }
  static bool HaveOneOwner(const Pointer& a, const Pointer& b) {
    return !a.owner_before(b) && !b.owner_before(a);
  }

  mutable detsim_mutex mutex_ = {};
  mutable detsim_cond changed_ = {};
  Pointer pointer_;
};

}  // namespace detail

template <typename T>
struct atomic<std::shared_ptr<T>>
    : detail::AtomicSmartPointer<std::shared_ptr<T>> {
  constexpr atomic() noexcept = default;
  constexpr atomic(std::nullptr_t) noexcept {}
  atomic(std::shared_ptr<T> desired) noexcept
      : detail::AtomicSmartPointer<std::shared_ptr<T>>(std::move(desired)) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;

  DETSIM_INLINE void operator=(std::shared_ptr<T> desired) noexcept {
    this->store(std::move(desired));
  }
  DETSIM_INLINE void operator=(std::nullptr_t) noexcept {
    this->store(nullptr);
  }
};

template <typename T>
struct atomic<std::weak_ptr<T>> : detail::AtomicSmartPointer<std::weak_ptr<T>> {
  constexpr atomic() noexcept = default;
  atomic(std::weak_ptr<T> desired) noexcept
      : detail::AtomicSmartPointer<std::weak_ptr<T>>(std::move(desired)) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;

  DETSIM_INLINE void operator=(std::weak_ptr<T> desired) noexcept {
    this->store(std::move(desired));
  }
};

}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ATOMIC_SMART_POINTER_H_
