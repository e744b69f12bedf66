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

// Every operation is a decision point.
template <std::ptrdiff_t kLeastMax = std::numeric_limits<std::ptrdiff_t>::max()>
class counting_semaphore {
  static_assert(kLeastMax >= 0);

 public:
  static constexpr std::ptrdiff_t max() noexcept { return kLeastMax; }

  constexpr explicit counting_semaphore(std::ptrdiff_t desired) noexcept
      : semaphore_{{}, static_cast<std::uint64_t>(desired)} {}
  ~counting_semaphore() { detsim_semaphore_destroy(&semaphore_); }
  counting_semaphore(const counting_semaphore&) = delete;
  counting_semaphore& operator=(const counting_semaphore&) = delete;

  DETSIM_INLINE void release(std::ptrdiff_t update = 1) {
    // A negative update is too large as well.
    if (detsim_semaphore_release(&semaphore_,
                                 static_cast<std::uint64_t>(update),
                                 static_cast<std::uint64_t>(max())) != 0) {
      detsim_misuse("a semaphore is released above its maximum");
    }
  }

  DETSIM_INLINE void acquire() {
    detsim_semaphore_acquire(&semaphore_, DETSIM_FOREVER);
  }

  // [thread.sema.cnt]: may fail though the count is not 0.
  DETSIM_INLINE bool try_acquire() noexcept {
    return detsim_semaphore_try_acquire(&semaphore_, /*may_fail=*/1) == 0;
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
    return detsim_semaphore_acquire(&semaphore_, deadline) == 0;
  }

  detsim_semaphore semaphore_;
};

using binary_semaphore = counting_semaphore<1>;

}  // namespace detsim

#endif  // __cplusplus >= 202002L

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_STD_SEMAPHORE_H_
