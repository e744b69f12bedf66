// detsim::shared_timed_mutex (C++14) and shared_mutex (C++17) over the C ABI.
// std::shared_lock is generic and stays std's.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_STD_SHARED_MUTEX_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_STD_SHARED_MUTEX_H_
#pragma GCC system_header

#include "detsim/detail/config.h"

#if __cplusplus >= 201402L

#include <shared_mutex>

#include "detsim/detail/mutex_base.h"

namespace detsim {

#if __cplusplus >= 201703L
class shared_mutex : public detail::SharedMutexBase {
 public:
  using native_handle_type = void*;

  shared_mutex() = default;
  shared_mutex(const shared_mutex&) = delete;
  shared_mutex& operator=(const shared_mutex&) = delete;

  DETSIM_OWN_LOCKING(detail::SharedMutexBase)
  DETSIM_OWN_SHARED_LOCKING(detail::SharedMutexBase)

  // A pthread_rwlock_t* to rewritten code.
  native_handle_type native_handle() noexcept { return &mutex_; }
};
#endif

class shared_timed_mutex : public detail::SharedMutexBase {
 public:
  shared_timed_mutex() = default;
  shared_timed_mutex(const shared_timed_mutex&) = delete;
  shared_timed_mutex& operator=(const shared_timed_mutex&) = delete;

  DETSIM_OWN_LOCKING(detail::SharedMutexBase)
  DETSIM_OWN_SHARED_LOCKING(detail::SharedMutexBase)

  template <typename Rep, typename Period>
  DETSIM_INLINE bool try_lock_for(
      const std::chrono::duration<Rep, Period>& delay) {
    return LockFor(delay);
  }
  template <typename Clock, typename Duration>
  DETSIM_INLINE bool try_lock_until(
      const std::chrono::time_point<Clock, Duration>& time) {
    return LockUntil(time);
  }

  template <typename Rep, typename Period>
  DETSIM_INLINE bool try_lock_shared_for(
      const std::chrono::duration<Rep, Period>& delay) {
    return LockSharedFor(delay);
  }
  template <typename Clock, typename Duration>
  DETSIM_INLINE bool try_lock_shared_until(
      const std::chrono::time_point<Clock, Duration>& time) {
    return LockSharedUntil(time);
  }
};

}  // namespace detsim

#endif  // __cplusplus >= 201402L

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_STD_SHARED_MUTEX_H_
