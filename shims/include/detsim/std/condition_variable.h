// detsim::condition_variable, condition_variable_any and
// notify_all_at_thread_exit over the C ABI. Which waiter a notification wakes
// and spurious wake-ups are choices of the runtime.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_STD_CONDITION_VARIABLE_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_STD_CONDITION_VARIABLE_H_
#pragma GCC system_header

#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "detsim/detail/condition.h"
#include "detsim/detail/config.h"
#include "detsim/detail/deadline.h"
#include "detsim/std/mutex.h"
#if __cplusplus >= 202002L
#include "detsim/std/stop_token.h"
#endif

namespace detsim {

class condition_variable {
 public:
  using native_handle_type = pthread_cond_t*;

  constexpr condition_variable() noexcept : condition_{{}, {}} {}
  ~condition_variable() { detsim_cond_destroy(&condition_.cond); }
  condition_variable(const condition_variable&) = delete;
  condition_variable& operator=(const condition_variable&) = delete;

  DETSIM_INLINE void notify_one() noexcept {
    detsim_cond_notify_one(&condition_.cond);
  }
  DETSIM_INLINE void notify_all() noexcept {
    detsim_cond_notify_all(&condition_.cond);
  }

  DETSIM_INLINE void wait(std::unique_lock<mutex>& lock) {
    Wait(lock, DETSIM_FOREVER);
  }
  template <typename Predicate>
  DETSIM_INLINE void wait(std::unique_lock<mutex>& lock, Predicate predicate) {
    while (!predicate()) Wait(lock, DETSIM_FOREVER);
  }

  template <typename Clock, typename Duration>
  DETSIM_INLINE std::cv_status wait_until(
      std::unique_lock<mutex>& lock,
      const std::chrono::time_point<Clock, Duration>& time) {
    const bool woken = Wait(lock, detail::DeadlineAt(time));
    return woken || !detail::HasCome(time) ? std::cv_status::no_timeout
                                           : std::cv_status::timeout;
  }
  template <typename Clock, typename Duration, typename Predicate>
  DETSIM_INLINE bool wait_until(
      std::unique_lock<mutex>& lock,
      const std::chrono::time_point<Clock, Duration>& time,
      Predicate predicate) {
    while (!predicate()) {
      if (wait_until(lock, time) == std::cv_status::timeout) return predicate();
    }
    return true;
  }

  template <typename Rep, typename Period>
  DETSIM_INLINE std::cv_status wait_for(
      std::unique_lock<mutex>& lock,
      const std::chrono::duration<Rep, Period>& delay) {
    return Wait(lock, detail::DeadlineAfter(delay)) ? std::cv_status::no_timeout
                                                    : std::cv_status::timeout;
  }
  template <typename Rep, typename Period, typename Predicate>
  DETSIM_INLINE bool wait_for(std::unique_lock<mutex>& lock,
                              const std::chrono::duration<Rep, Period>& delay,
                              Predicate predicate) {
    const std::uint64_t deadline = detail::DeadlineAfter(delay);
    while (!predicate()) {
      if (!Wait(lock, deadline)) return predicate();
    }
    return true;
  }

  native_handle_type native_handle() noexcept {
    return reinterpret_cast<native_handle_type>(&condition_);
  }

 private:
  // False when the deadline passed.
  DETSIM_INLINE bool Wait(std::unique_lock<mutex>& lock,
                          std::uint64_t deadline) {
    if (!lock.owns_lock()) {
      detsim_misuse("a condition variable waits with a lock that is not held");
    }
    return detsim_cond_wait(
               &condition_.cond,
               reinterpret_cast<detsim_mutex*>(lock.mutex()->native_handle()),
               deadline) == 0;
  }

  detail::Condition condition_;
};

// Works with any lock. The inner mutex makes "unlock and wait" one step for
// those who notify; it is shared with the waiters, who may still leave when
// the object is already destroyed ([thread.condvarany]).
class condition_variable_any {
 public:
  condition_variable_any() : inner_(std::make_shared<Inner>()) {}
  ~condition_variable_any() = default;
  condition_variable_any(const condition_variable_any&) = delete;
  condition_variable_any& operator=(const condition_variable_any&) = delete;

  DETSIM_INLINE void notify_one() noexcept {
    detsim_mutex_lock(&inner_->mutex);
    detsim_cond_notify_one(&inner_->cond);
    detsim_mutex_unlock(&inner_->mutex);
  }
  DETSIM_INLINE void notify_all() noexcept {
    detsim_mutex_lock(&inner_->mutex);
    detsim_cond_notify_all(&inner_->cond);
    detsim_mutex_unlock(&inner_->mutex);
  }

  template <typename Lock>
  DETSIM_INLINE void wait(Lock& lock) {
    Wait(lock, DETSIM_FOREVER);
  }
  template <typename Lock, typename Predicate>
  DETSIM_INLINE void wait(Lock& lock, Predicate predicate) {
    while (!predicate()) Wait(lock, DETSIM_FOREVER);
  }

  template <typename Lock, typename Clock, typename Duration>
  DETSIM_INLINE std::cv_status wait_until(
      Lock& lock, const std::chrono::time_point<Clock, Duration>& time) {
    const bool woken = Wait(lock, detail::DeadlineAt(time));
    return woken || !detail::HasCome(time) ? std::cv_status::no_timeout
                                           : std::cv_status::timeout;
  }
  template <typename Lock, typename Clock, typename Duration,
            typename Predicate>
  DETSIM_INLINE bool wait_until(
      Lock& lock, const std::chrono::time_point<Clock, Duration>& time,
      Predicate predicate) {
    while (!predicate()) {
      if (wait_until(lock, time) == std::cv_status::timeout) return predicate();
    }
    return true;
  }

  template <typename Lock, typename Rep, typename Period>
  DETSIM_INLINE std::cv_status wait_for(
      Lock& lock, const std::chrono::duration<Rep, Period>& delay) {
    return Wait(lock, detail::DeadlineAfter(delay)) ? std::cv_status::no_timeout
                                                    : std::cv_status::timeout;
  }
  template <typename Lock, typename Rep, typename Period, typename Predicate>
  DETSIM_INLINE bool wait_for(Lock& lock,
                              const std::chrono::duration<Rep, Period>& delay,
                              Predicate predicate) {
    const std::uint64_t deadline = detail::DeadlineAfter(delay);
    while (!predicate()) {
      if (!Wait(lock, deadline)) return predicate();
    }
    return true;
  }

#if __cplusplus >= 202002L
  template <typename Lock, typename Predicate>
  DETSIM_INLINE bool wait(Lock& lock, stop_token token, Predicate predicate) {
    return WaitOrStop(
        lock, std::move(token), [] { return DETSIM_FOREVER; },
        [] { return false; }, predicate);
  }
  template <typename Lock, typename Clock, typename Duration,
            typename Predicate>
  DETSIM_INLINE bool wait_until(
      Lock& lock, stop_token token,
      const std::chrono::time_point<Clock, Duration>& time,
      Predicate predicate) {
    return WaitOrStop(
        lock, std::move(token), [&time] { return detail::DeadlineAt(time); },
        [&time] { return detail::HasCome(time); }, predicate);
  }
  template <typename Lock, typename Rep, typename Period, typename Predicate>
  DETSIM_INLINE bool wait_for(Lock& lock, stop_token token,
                              const std::chrono::duration<Rep, Period>& delay,
                              Predicate predicate) {
    const std::uint64_t deadline = detail::DeadlineAfter(delay);
    return WaitOrStop(
        lock, std::move(token), [deadline] { return deadline; },
        [] { return true; }, predicate);
  }
#endif

 private:
  using Inner = detail::GuardedCondition;

  // False when the deadline passed.
  template <typename Lock>
  DETSIM_INLINE bool Wait(Lock& lock, std::uint64_t deadline) {
    const std::shared_ptr<Inner> inner = inner_;
    return detail::WaitUnlocked(*inner, lock, deadline, [] { return true; });
  }

#if __cplusplus >= 202002L
  // The predicate's last value: after a stop request, a timeout or success.
  template <typename Lock, typename Deadline, typename Come, typename Predicate>
  DETSIM_INLINE bool WaitOrStop(Lock& lock, stop_token token, Deadline deadline,
                                Come has_come, Predicate& predicate) {
    if (token.stop_requested()) return predicate();
    stop_callback wake(token, [this] { notify_all(); });
    const std::shared_ptr<Inner> inner = inner_;
    while (!predicate()) {
      const bool woken =
          detail::WaitUnlocked(*inner, lock, deadline(),
                               [&token] { return !token.stop_requested(); });
      if (token.stop_requested()) return predicate();
      if (!woken && has_come()) return predicate();
    }
    return true;
  }
#endif

  std::shared_ptr<Inner> inner_;
};

// The lock is released and the condition notified when the calling thread has
// ended, its thread_local objects destroyed.
inline void notify_all_at_thread_exit(condition_variable& condition,
                                      std::unique_lock<mutex> lock) {
  struct AtExit {
    condition_variable* condition;
    std::unique_lock<mutex> lock;
  };
  std::unique_ptr<AtExit> at_exit(new AtExit{&condition, std::move(lock)});
  detsim_at_thread_exit(
      [](void* argument) {
        std::unique_ptr<AtExit> ended(static_cast<AtExit*>(argument));
        ended->lock.unlock();
        ended->condition->notify_all();
      },
      at_exit.release());
}

}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_STD_CONDITION_VARIABLE_H_
