/* Mutexes, condition variables, read-write locks and once of <pthread.h>.
 * Each lives in place in the user's object: statically initialised ones work,
 * and so does what precompiled code does with the same object, since the
 * runtime's own pthread functions use the same layout. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PTHREAD_SYNC_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PTHREAD_SYNC_H_
#pragma GCC system_header

#include <errno.h>
#include <pthread.h>

#include "detsim/detail/c_config.h"
#include "detsim/detail/cancellation.h"
#include "detsim/detail/timespec.h"

#ifdef __cplusplus
extern "C" {
#else
/* Strict C does not declare these; a mutex or condition variable of a kind of
 * its own has been through a unit that has them. */
int pthread_mutexattr_gettype(const pthread_mutexattr_t*, int*);
int pthread_mutexattr_getrobust(const pthread_mutexattr_t*, int*);
int pthread_mutexattr_getprotocol(const pthread_mutexattr_t*, int*);
int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t*, int*);
int pthread_condattr_getclock(const pthread_condattr_t*, int*);
#endif

/* ---- Mutexes ---- */

/* PTHREAD_MUTEX_ROBUST and PTHREAD_PRIO_PROTECT, which strict C has not. */
enum { DETSIM_PTHREAD_ROBUST = 1, DETSIM_PTHREAD_PROTECT = 2 };

/* Sharing between processes and inheriting a priority change nothing here:
 * there is one process, and priorities decide nothing. */
DETSIM_C_INLINE void detsim_pthread_read_attributes(
    detsim_mutex* m, const pthread_mutexattr_t* attributes) {
  int value = 0;
  pthread_mutexattr_gettype(attributes, &value);
  /* What glibc has besides (adaptive) differs in speed alone. */
  if (value == DETSIM_MUTEX_RECURSIVE || value == DETSIM_MUTEX_ERRORCHECK) {
    m->kind = value;
  }
  pthread_mutexattr_getrobust(attributes, &value);
  if (value == DETSIM_PTHREAD_ROBUST) m->kind |= DETSIM_MUTEX_ROBUST;
  pthread_mutexattr_getprotocol(attributes, &value);
  if (value == DETSIM_PTHREAD_PROTECT) {
    m->kind |= DETSIM_MUTEX_PROTECT;
    pthread_mutexattr_getprioceiling(attributes, &value);
    m->ceiling = (uint16_t)value;
  }
}

DETSIM_C_SHIM int detsim_pthread_mutex_init(
    pthread_mutex_t* mutex,
    const pthread_mutexattr_t* attributes) DETSIM_NOEXCEPT {
  __builtin_memset(mutex, 0, sizeof(*mutex));
  if (attributes) {
    detsim_pthread_read_attributes((detsim_mutex*)mutex, attributes);
  }
  return 0;
}

DETSIM_C_SHIM int detsim_pthread_mutex_destroy(pthread_mutex_t* mutex)
    DETSIM_NOEXCEPT {
  detsim_mutex_destroy((detsim_mutex*)mutex);
  return 0;
}

DETSIM_C_SHIM int detsim_pthread_mutex_lock(pthread_mutex_t* mutex)
    DETSIM_NOEXCEPT {
  return detsim_mutex_lock((detsim_mutex*)mutex);
}

/* POSIX allows no spurious failure. */
DETSIM_C_SHIM int detsim_pthread_mutex_trylock(pthread_mutex_t* mutex)
    DETSIM_NOEXCEPT {
  return detsim_mutex_trylock((detsim_mutex*)mutex, 0);
}

DETSIM_C_SHIM int detsim_pthread_mutex_unlock(pthread_mutex_t* mutex)
    DETSIM_NOEXCEPT {
  return detsim_mutex_unlock((detsim_mutex*)mutex);
}

DETSIM_C_SHIM int detsim_pthread_mutex_consistent(pthread_mutex_t* mutex)
    DETSIM_NOEXCEPT {
  return detsim_mutex_consistent((detsim_mutex*)mutex);
}

DETSIM_C_SHIM int detsim_pthread_mutex_getprioceiling(
    const pthread_mutex_t* mutex, int* ceiling) DETSIM_NOEXCEPT {
  const detsim_mutex* const m = (const detsim_mutex*)mutex;
  if (!(m->kind & DETSIM_MUTEX_PROTECT)) return EINVAL;
  *ceiling = m->ceiling;
  return 0;
}

/* Locks it for as long as the change takes, whoever holds it. */
DETSIM_C_SHIM int detsim_pthread_mutex_setprioceiling(
    pthread_mutex_t* mutex, int ceiling, int* old_ceiling) DETSIM_NOEXCEPT {
  detsim_mutex* const m = (detsim_mutex*)mutex;
  int error;
  if (!(m->kind & DETSIM_MUTEX_PROTECT) || ceiling < 1 || ceiling > 99) {
    return EINVAL;
  }
  error = detsim_mutex_lock(m);
  if (error) return error;
  if (old_ceiling) *old_ceiling = m->ceiling;
  m->ceiling = (uint16_t)ceiling;
  return detsim_mutex_unlock(m);
}

#if DETSIM_HAS_TIMESPEC
DETSIM_C_SHIM int detsim_pthread_mutex_clocklock(
    pthread_mutex_t* mutex, int clock_id,
    const struct timespec* deadline) DETSIM_NOEXCEPT {
  const int clock = detsim_clock_of(clock_id);
  if (!detsim_is_wait_clock(clock_id) || !detsim_timespec_is_valid(deadline)) {
    return EINVAL;
  }
  return detsim_mutex_timedlock((detsim_mutex*)mutex,
                                detsim_deadline_of(clock, deadline));
}

DETSIM_C_SHIM int detsim_pthread_mutex_timedlock(
    pthread_mutex_t* mutex, const struct timespec* deadline) DETSIM_NOEXCEPT {
  return detsim_pthread_mutex_clocklock(mutex, DETSIM_CLOCKID_REALTIME,
                                        deadline);
}
#endif

/* ---- Condition variables ---- */

/* pthread_cond_t is larger than detsim_cond; the clock of timed waits stands
 * in the rest, where a static initialiser leaves 0, the realtime clock. */
typedef struct detsim_pthread_cond {
  detsim_cond cond;
  int clock_id;
} detsim_pthread_cond;

DETSIM_C_SHIM int detsim_pthread_cond_init(pthread_cond_t* cond,
                                           const pthread_condattr_t* attributes)
    DETSIM_NOEXCEPT {
  int clock_id = DETSIM_CLOCKID_REALTIME;
  if (attributes) pthread_condattr_getclock(attributes, &clock_id);
  __builtin_memset(cond, 0, sizeof(*cond));
  ((detsim_pthread_cond*)cond)->clock_id = clock_id;
  return 0;
}

DETSIM_C_SHIM int detsim_pthread_cond_destroy(pthread_cond_t* cond)
    DETSIM_NOEXCEPT {
  detsim_cond_destroy((detsim_cond*)cond);
  return 0;
}

DETSIM_C_SHIM int detsim_pthread_cond_signal(pthread_cond_t* cond)
    DETSIM_NOEXCEPT {
  detsim_cond_notify_one((detsim_cond*)cond);
  return 0;
}

DETSIM_C_SHIM int detsim_pthread_cond_broadcast(pthread_cond_t* cond)
    DETSIM_NOEXCEPT {
  detsim_cond_notify_all((detsim_cond*)cond);
  return 0;
}

/* A thread that is cancelled in here ends with the mutex locked. */
DETSIM_C_SHIM int detsim_pthread_wait_until(pthread_cond_t* cond,
                                            pthread_mutex_t* mutex,
                                            uint64_t deadline) {
  int error;
  detsim_cancellation_point();
  error = detsim_cond_wait((detsim_cond*)cond, (detsim_mutex*)mutex, deadline);
  detsim_cancellation_point();
  return error;
}

DETSIM_C_SHIM int detsim_pthread_cond_wait(pthread_cond_t* cond,
                                           pthread_mutex_t* mutex) {
  return detsim_pthread_wait_until(cond, mutex, DETSIM_FOREVER);
}

#if DETSIM_HAS_TIMESPEC
DETSIM_C_SHIM int detsim_pthread_cond_clockwait(
    pthread_cond_t* cond, pthread_mutex_t* mutex, int clock_id,
    const struct timespec* deadline) {
  const int clock = detsim_clock_of(clock_id);
  if (!detsim_is_wait_clock(clock_id) || !detsim_timespec_is_valid(deadline)) {
    return EINVAL;
  }
  return detsim_pthread_wait_until(cond, mutex,
                                   detsim_deadline_of(clock, deadline));
}

DETSIM_C_SHIM int detsim_pthread_cond_timedwait(
    pthread_cond_t* cond, pthread_mutex_t* mutex,
    const struct timespec* deadline) {
  return detsim_pthread_cond_clockwait(
      cond, mutex, ((detsim_pthread_cond*)cond)->clock_id, deadline);
}
#endif

/* ---- Once ---- */

typedef struct detsim_pthread_once_attempt {
  int32_t* state;
  int done;
} detsim_pthread_once_attempt;

DETSIM_C_INLINE void detsim_pthread_once_leave(
    detsim_pthread_once_attempt* attempt) {
  detsim_once_end(attempt->state, attempt->done);
}

DETSIM_C_SHIM int detsim_pthread_once(pthread_once_t* once,
                                      void (*function)(void)) {
  int32_t* const state = (int32_t*)once;
  if (detsim_once_begin(state)) {
    /* Left by an exception too, when there are any: then it has not run. */
    __attribute__((cleanup(
        detsim_pthread_once_leave))) detsim_pthread_once_attempt attempt = {
        state, 0};
    function();
    attempt.done = 1;
  }
  return 0;
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PTHREAD_SYNC_H_ */
