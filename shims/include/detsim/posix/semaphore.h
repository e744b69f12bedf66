/* <semaphore.h>: semaphores between threads, in place in the user's sem_t.
 * Every function but sem_init, sem_destroy and sem_close is a decision point.
 * Named semaphores are the run's own: no other process sees them. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SEMAPHORE_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SEMAPHORE_H_
#pragma GCC system_header

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>

#include "detsim/detail/c_config.h"
#include "detsim/detail/cancellation.h"
#include "detsim/detail/timespec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* SEM_VALUE_MAX, which strict C does not declare. */
#define DETSIM_SEM_VALUE_MAX INT_MAX

DETSIM_C_INLINE int detsim_sem_result(int error) {
  if (!error) return 0;
  errno = error;
  return -1;
}

/* `shared` between processes works as far as they share one simulation: a
 * forked child has a simulation of its own. */
DETSIM_C_SHIM int detsim_sem_init(sem_t* semaphore, int shared,
                                  unsigned value) DETSIM_NOEXCEPT {
  (void)shared;
  if (value > DETSIM_SEM_VALUE_MAX) return detsim_sem_result(EINVAL);
  __builtin_memset(semaphore, 0, sizeof(*semaphore));
  ((detsim_semaphore*)semaphore)->count = value;
  return 0;
}

DETSIM_C_SHIM int detsim_sem_destroy(sem_t* semaphore) DETSIM_NOEXCEPT {
  detsim_semaphore_destroy((detsim_semaphore*)semaphore);
  return 0;
}

DETSIM_C_SHIM int detsim_sem_post(sem_t* semaphore) DETSIM_NOEXCEPT {
  return detsim_sem_result(detsim_semaphore_release(
      (detsim_semaphore*)semaphore, 1, DETSIM_SEM_VALUE_MAX));
}

DETSIM_C_SHIM int detsim_sem_wait_until(sem_t* semaphore, uint64_t deadline) {
  int error;
  detsim_cancellation_point();
  while ((error = detsim_semaphore_acquire((detsim_semaphore*)semaphore,
                                           deadline)) == EINTR) {
    detsim_cancellation_point();
  }
  return detsim_sem_result(error);
}

DETSIM_C_SHIM int detsim_sem_wait(sem_t* semaphore) {
  return detsim_sem_wait_until(semaphore, DETSIM_FOREVER);
}

/* POSIX allows no spurious failure. */
DETSIM_C_SHIM int detsim_sem_trywait(sem_t* semaphore) DETSIM_NOEXCEPT {
  return detsim_sem_result(
      detsim_semaphore_try_acquire((detsim_semaphore*)semaphore, 0));
}

DETSIM_C_SHIM int detsim_sem_getvalue(sem_t* semaphore,
                                      int* value) DETSIM_NOEXCEPT {
  *value = (int)detsim_semaphore_count((detsim_semaphore*)semaphore);
  return 0;
}

/* Not inlined, since its arguments vary; reports show its line. */
DETSIM_C_INLINE sem_t* detsim_sem_open(const char* name, int flags, ...) {
  unsigned value = 0;
  int error = 0;
  detsim_semaphore* semaphore;
  if (flags & O_CREAT) {
    va_list rest;
    va_start(rest, flags);
    (void)va_arg(rest, mode_t);
    value = va_arg(rest, unsigned);
    va_end(rest);
  }
  semaphore = detsim_semaphore_open(name, flags, value, &error);
  if (!semaphore) {
    errno = error;
    return SEM_FAILED;
  }
  return (sem_t*)semaphore;
}

DETSIM_C_SHIM int detsim_sem_close(sem_t* semaphore) DETSIM_NOEXCEPT {
  return detsim_sem_result(
      detsim_semaphore_close((detsim_semaphore*)semaphore));
}

DETSIM_C_SHIM int detsim_sem_unlink(const char* name) DETSIM_NOEXCEPT {
  return detsim_sem_result(detsim_semaphore_unlink(name));
}

#if DETSIM_HAS_TIMESPEC
DETSIM_C_SHIM int detsim_sem_clockwait(sem_t* semaphore, int clock_id,
                                       const struct timespec* deadline) {
  if (!detsim_is_wait_clock(clock_id) || !detsim_timespec_is_valid(deadline)) {
    return detsim_sem_result(EINVAL);
  }
  return detsim_sem_wait_until(
      semaphore, detsim_deadline_of(detsim_clock_of(clock_id), deadline));
}

DETSIM_C_SHIM int detsim_sem_timedwait(sem_t* semaphore,
                                       const struct timespec* deadline) {
  return detsim_sem_clockwait(semaphore, DETSIM_CLOCKID_REALTIME, deadline);
}
#endif

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SEMAPHORE_H_ */
