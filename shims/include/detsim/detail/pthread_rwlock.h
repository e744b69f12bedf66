/* Read-write locks of <pthread.h>, in place in the user's pthread_rwlock_t.
 * Strict C has no such type, and then this header declares nothing. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PTHREAD_RWLOCK_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PTHREAD_RWLOCK_H_
#pragma GCC system_header

#include <errno.h>
#include <pthread.h>

#include "detsim/detail/c_config.h"
#include "detsim/detail/timespec.h"

#ifdef PTHREAD_RWLOCK_INITIALIZER

#ifdef __cplusplus
extern "C" {
#endif

DETSIM_C_SHIM int detsim_pthread_rwlock_init(
    pthread_rwlock_t* lock,
    const pthread_rwlockattr_t* attributes) DETSIM_NOEXCEPT {
  (void)attributes; /* Sharing between processes, and who goes first. */
  __builtin_memset(lock, 0, sizeof(*lock));
  return 0;
}

DETSIM_C_SHIM int detsim_pthread_rwlock_destroy(pthread_rwlock_t* lock)
    DETSIM_NOEXCEPT {
  detsim_mutex_destroy((detsim_mutex*)lock);
  return 0;
}

DETSIM_C_SHIM int detsim_pthread_rwlock_rdlock(pthread_rwlock_t* lock)
    DETSIM_NOEXCEPT {
  return detsim_shared_lock((detsim_mutex*)lock);
}
DETSIM_C_SHIM int detsim_pthread_rwlock_tryrdlock(pthread_rwlock_t* lock)
    DETSIM_NOEXCEPT {
  return detsim_shared_trylock((detsim_mutex*)lock, 0);
}
DETSIM_C_SHIM int detsim_pthread_rwlock_clockrdlock(
    pthread_rwlock_t* lock, int clock_id,
    const struct timespec* deadline) DETSIM_NOEXCEPT {
  const int clock = detsim_clock_of(clock_id);
  if (!detsim_is_wait_clock(clock_id) || !detsim_timespec_is_valid(deadline)) {
    return EINVAL;
  }
  return detsim_shared_timedlock((detsim_mutex*)lock,
                                 detsim_deadline_of(clock, deadline));
}
DETSIM_C_SHIM int detsim_pthread_rwlock_timedrdlock(
    pthread_rwlock_t* lock, const struct timespec* deadline) DETSIM_NOEXCEPT {
  return detsim_pthread_rwlock_clockrdlock(lock, DETSIM_CLOCKID_REALTIME,
                                           deadline);
}

DETSIM_C_SHIM int detsim_pthread_rwlock_wrlock(pthread_rwlock_t* lock)
    DETSIM_NOEXCEPT {
  return detsim_mutex_lock((detsim_mutex*)lock);
}
DETSIM_C_SHIM int detsim_pthread_rwlock_trywrlock(pthread_rwlock_t* lock)
    DETSIM_NOEXCEPT {
  return detsim_mutex_trylock((detsim_mutex*)lock, 0);
}
DETSIM_C_SHIM int detsim_pthread_rwlock_clockwrlock(
    pthread_rwlock_t* lock, int clock_id,
    const struct timespec* deadline) DETSIM_NOEXCEPT {
  const int clock = detsim_clock_of(clock_id);
  if (!detsim_is_wait_clock(clock_id) || !detsim_timespec_is_valid(deadline)) {
    return EINVAL;
  }
  return detsim_mutex_timedlock((detsim_mutex*)lock,
                                detsim_deadline_of(clock, deadline));
}
DETSIM_C_SHIM int detsim_pthread_rwlock_timedwrlock(
    pthread_rwlock_t* lock, const struct timespec* deadline) DETSIM_NOEXCEPT {
  return detsim_pthread_rwlock_clockwrlock(lock, DETSIM_CLOCKID_REALTIME,
                                           deadline);
}

DETSIM_C_NO_PREEMPTION int detsim_pthread_rwlock_is_shared(
    const detsim_mutex* mutex) {
  return mutex->readers != 0;
}

/* One unlock for both sides: readers exclude a writer. */
DETSIM_C_SHIM int detsim_pthread_rwlock_unlock(pthread_rwlock_t* lock)
    DETSIM_NOEXCEPT {
  detsim_mutex* const mutex = (detsim_mutex*)lock;
  return detsim_pthread_rwlock_is_shared(mutex) ? detsim_shared_unlock(mutex)
                                                : detsim_mutex_unlock(mutex);
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* PTHREAD_RWLOCK_INITIALIZER */

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PTHREAD_RWLOCK_H_ */
