// detsim::counting_semaphore and binary_semaphore (C++20).
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_STD_SEMAPHORE_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_STD_SEMAPHORE_H_
#pragma GCC system_header

#include "detsim/detail/config.h"

#if __cplusplus >= 202002L

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <semaphore>

#include "detsim/detail/deadline.h"

namespace detsim {

// Every operation is a decision point. The mutex guards the count.
template <std::ptrdiff_t kLeastMax = std::numeric_limits<std::ptrdiff_t>::max()>
class counting_semaphore {
  static_assert(kLeastMax >= 0);

 public:
  static constexpr std::ptrdiff_t max() noexcept { return kLeastMax; }

  constexpr explicit counting_semaphore(std::ptrdiff_t desired) noexcept
      : count_(desired) {}
  ~counting_semaphore() {
    detsim_cond_destroy(&released_);
    detsim_mutex_destroy(&mutex_);
  }
  counting_semaphore(const counting_semaphore&) = delete;
  counting_semaphore& operator=(const counting_semaphore&) = delete;

  DETSIM_INLINE void release(std::ptrdiff_t update = 1) {
    detsim_mutex_lock(&mutex_);
    if (update < 0 || update > max() - count_) {
      detsim_misuse("a semaphore is released above its maximum");
    }
    count_ += update;
    // More notifications than waiters change nothing.
    if (update == 1) {
      detsim_cond_notify_one(&released_);
    } else if (update > 1) {
      detsim_cond_notify_all(&released_);
    }
    detsim_mutex_unlock(&mutex_);
  }

  DETSIM_INLINE void acquire() { AcquireUntil(DETSIM_FOREVER); }

  DETSIM_INLINE bool try_acquire() noexcept {
    detsim_mutex_lock(&mutex_);
    return TakeAndUnlock();
  }
  template <typename Rep, typename Period>
  DETSIM_INLINE bool try_acquire_for(
      const std::chrono::duration<Rep, Period>& delay) {
    return AcquireUntil(detail::DeadlineAfter(delay));
  }
  template <typename Clock, typename Duration>
  DETSIM_INLINE bool try_acquire_until(
      const std::chrono::time_point<Clock, Duration>& time) {
    do {
      if (AcquireUntil(detail::DeadlineAt(time))) return true;
    } while (!detail::HasCome(time));
    return false;
  }

 private:
  DETSIM_INLINE bool AcquireUntil(std::uint64_t deadline) {
    detsim_mutex_lock(&mutex_);
    while (count_ == 0) {
      if (detsim_cond_wait(&released_, &mutex_, deadline) != 0) break;
    }
    return TakeAndUnlock();
  }

  DETSIM_INLINE bool TakeAndUnlock() {
    const bool taken = count_ > 0;
    if (taken) --count_;
    detsim_mutex_unlock(&mutex_);
    return taken;
  }

  detsim_mutex mutex_ = {};
  detsim_cond released_ = {};
  std::ptrdiff_t count_;
};

using binary_semaphore = counting_semaphore<1>;

}  // namespace detsim

#endif  // __cplusplus >= 202002L

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_STD_SEMAPHORE_H_
