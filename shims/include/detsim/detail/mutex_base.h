// What the mutex classes share: the ABI's mutex, its exclusive and shared
// operations, each a decision point as the ABI says. The classes in std/ pick
// the operations that their std model has.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_MUTEX_BASE_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_MUTEX_BASE_H_
#pragma GCC system_header

#include <pthread.h>

#include <chrono>

#include "detsim/detail/config.h"
#include "detsim/detail/deadline.h"

// In a class derived from `Base`: the locking functions as members of its own.
// `&std::mutex::lock` may be a template's argument, where a pointer to a member
// of a base is not converted.
#define DETSIM_OWN_LOCKING(Base)                                      \
  DETSIM_INLINE void lock() { Base::lock(); }                         \
  DETSIM_INLINE bool try_lock() noexcept { return Base::try_lock(); } \
  DETSIM_INLINE void unlock() { Base::unlock(); }

#define DETSIM_OWN_SHARED_LOCKING(Base)                                    \
  DETSIM_INLINE void lock_shared() { Base::lock_shared(); }                \
  DETSIM_INLINE bool try_lock_shared() { return Base::try_lock_shared(); } \
  DETSIM_INLINE void unlock_shared() { Base::unlock_shared(); }

namespace detsim {
namespace detail {

// [thread.mutex.class]: try_lock() may fail though nobody holds the mutex.
enum { kMayFail = 1 };

template <int kKind>
class MutexBase {
 public:
  // The ABI's mutex is laid out as a pthread_mutex_t: rewritten pthread code
  // can lock what it gets here.
  using native_handle_type = pthread_mutex_t*;

  constexpr MutexBase() noexcept
      : mutex_{nullptr, 0, 0, kKind | DETSIM_MUTEX_CXX, 0, {}} {}
  ~MutexBase() { detsim_mutex_destroy(&mutex_); }

  MutexBase(const MutexBase&) = delete;
  MutexBase& operator=(const MutexBase&) = delete;

  DETSIM_INLINE void lock() { detsim_mutex_lock(&mutex_); }
  DETSIM_INLINE bool try_lock() noexcept {
    return detsim_mutex_trylock(&mutex_, kMayFail) == 0;
  }
  DETSIM_INLINE void unlock() { detsim_mutex_unlock(&mutex_); }

  native_handle_type native_handle() noexcept {
    return reinterpret_cast<native_handle_type>(&mutex_);
  }

 protected:
  template <typename Rep, typename Period>
  DETSIM_INLINE bool LockFor(const std::chrono::duration<Rep, Period>& delay) {
    return detsim_mutex_timedlock(&mutex_, DeadlineAfter(delay)) == 0;
  }

  template <typename Clock, typename Duration>
  DETSIM_INLINE bool LockUntil(
      const std::chrono::time_point<Clock, Duration>& time) {
    do {
      if (detsim_mutex_timedlock(&mutex_, DeadlineAt(time)) == 0) return true;
    } while (!HasCome(time));
    return false;
  }

  detsim_mutex mutex_;
};

// The exclusive and the shared side of a shared mutex.
class SharedMutexBase : public MutexBase<DETSIM_MUTEX_NORMAL> {
 public:
  DETSIM_INLINE void lock_shared() { detsim_shared_lock(&mutex_); }
  DETSIM_INLINE bool try_lock_shared() {
    return detsim_shared_trylock(&mutex_, kMayFail) == 0;
  }
  DETSIM_INLINE void unlock_shared() { detsim_shared_unlock(&mutex_); }

 protected:
  template <typename Rep, typename Period>
  DETSIM_INLINE bool LockSharedFor(
      const std::chrono::duration<Rep, Period>& delay) {
    return detsim_shared_timedlock(&mutex_, DeadlineAfter(delay)) == 0;
  }

  template <typename Clock, typename Duration>
  DETSIM_INLINE bool LockSharedUntil(
      const std::chrono::time_point<Clock, Duration>& time) {
    do {
      if (detsim_shared_timedlock(&mutex_, DeadlineAt(time)) == 0) return true;
    } while (!HasCome(time));
    return false;
  }
};

}  // namespace detail
}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_MUTEX_BASE_H_
