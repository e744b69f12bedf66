// detsim::mutex, recursive_mutex, timed_mutex, recursive_timed_mutex,
// once_flag and call_once over the C ABI. std::lock_guard, unique_lock,
// scoped_lock and std::lock are generic and stay std's.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_STD_MUTEX_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_STD_MUTEX_H_
#pragma GCC system_header

#include <cstdint>
#include <mutex>
#include <utility>

#include "detsim/detail/config.h"
#include "detsim/detail/invoke.h"
#include "detsim/detail/mutex_base.h"

namespace detsim {

// Relocking by the holder is a `misuse` verdict, and so is unlocking by
// anybody else or destroying it locked.
class mutex : public detail::MutexBase<DETSIM_MUTEX_NORMAL> {
 public:
  constexpr mutex() noexcept = default;
  mutex(const mutex&) = delete;
  mutex& operator=(const mutex&) = delete;

  DETSIM_OWN_LOCKING(detail::MutexBase<DETSIM_MUTEX_NORMAL>)
};

class recursive_mutex : public detail::MutexBase<DETSIM_MUTEX_RECURSIVE> {
 public:
  recursive_mutex() = default;
  recursive_mutex(const recursive_mutex&) = delete;
  recursive_mutex& operator=(const recursive_mutex&) = delete;

  DETSIM_OWN_LOCKING(detail::MutexBase<DETSIM_MUTEX_RECURSIVE>)
};

namespace detail {

// The timed functions, the same for both kinds.
template <int kKind>
class TimedMutexBase : public MutexBase<kKind> {
 public:
  template <typename Rep, typename Period>
  DETSIM_INLINE bool try_lock_for(
      const std::chrono::duration<Rep, Period>& delay) {
    return this->LockFor(delay);
  }
  template <typename Clock, typename Duration>
  DETSIM_INLINE bool try_lock_until(
      const std::chrono::time_point<Clock, Duration>& time) {
    return this->LockUntil(time);
  }
};

}  // namespace detail

class timed_mutex : public detail::TimedMutexBase<DETSIM_MUTEX_NORMAL> {
 public:
  timed_mutex() = default;
  timed_mutex(const timed_mutex&) = delete;
  timed_mutex& operator=(const timed_mutex&) = delete;

  DETSIM_OWN_LOCKING(detail::TimedMutexBase<DETSIM_MUTEX_NORMAL>)
};

class recursive_timed_mutex
    : public detail::TimedMutexBase<DETSIM_MUTEX_RECURSIVE> {
 public:
  recursive_timed_mutex() = default;
  recursive_timed_mutex(const recursive_timed_mutex&) = delete;
  recursive_timed_mutex& operator=(const recursive_timed_mutex&) = delete;

  DETSIM_OWN_LOCKING(detail::TimedMutexBase<DETSIM_MUTEX_RECURSIVE>)
};

struct once_flag {
  constexpr once_flag() noexcept : state_(0) {}
  once_flag(const once_flag&) = delete;
  once_flag& operator=(const once_flag&) = delete;

 private:
  template <typename Callable, typename... Args>
  friend void call_once(once_flag& flag, Callable&& function, Args&&... args);

  std::int32_t state_;
};

// A decision point. When the function throws, the next caller tries again.
template <typename Callable, typename... Args>
DETSIM_INLINE void call_once(once_flag& flag, Callable&& function,
                             Args&&... args) {
  if (detsim_once_begin(&flag.state_) == 0) return;
  struct Attempt {
    std::int32_t* state;
    int done;
    ~Attempt() { detsim_once_end(state, done); }
  } attempt = {&flag.state_, 0};
  detail::Invoke(std::forward<Callable>(function), std::forward<Args>(args)...);
  attempt.done = 1;
}

}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_STD_MUTEX_H_
