/* <time.h> and <sys/time.h> on virtual time. Every function is a decision
 * point. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_TIME_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_TIME_H_
#pragma GCC system_header

#include <errno.h>
#include <sys/time.h>
#include <time.h>

#include "detsim/detail/cancellation.h"
#include "detsim/detail/timespec.h"

#ifdef __cplusplus
extern "C" {
#endif

DETSIM_C_SHIM time_t detsim_time(time_t* result) DETSIM_NOEXCEPT {
  const time_t now = (time_t)(detsim_now(DETSIM_CLOCK_SYSTEM) / 1000000000);
  if (result) *result = now;
  return now;
}

/* CLOCKS_PER_SEC is a million on every POSIX system. */
DETSIM_C_SHIM clock_t detsim_clock(void) DETSIM_NOEXCEPT {
  return (clock_t)(detsim_now(DETSIM_CLOCK_STEADY) / 1000);
}

/* A decision point. The zone is obsolete and always that of Greenwich. */
DETSIM_C_SHIM int detsim_gettimeofday(struct timeval* result,
                                      void* zone) DETSIM_NOEXCEPT {
  const uint64_t ns = detsim_now(DETSIM_CLOCK_SYSTEM);
  if (result) {
    result->tv_sec = (time_t)(ns / 1000000000);
    result->tv_usec = (suseconds_t)(ns % 1000000000 / 1000);
  }
  if (zone) {
    int* const fields = (int*)zone;
    fields[0] = fields[1] = 0;
  }
  return 0;
}

#if DETSIM_HAS_TIMESPEC

/* clockid_t is an int, and strict C does not declare it. */
DETSIM_C_SHIM int detsim_clock_gettime(int clock_id, struct timespec* result)
    DETSIM_NOEXCEPT {
  const int clock = detsim_clock_of(clock_id);
  if (clock < 0) {
    errno = EINVAL;
    return -1;
  }
  *result = detsim_timespec_of(detsim_now(clock));
  return 0;
}

/* Virtual time goes by the nanosecond. Not a decision point. */
DETSIM_C_SHIM int detsim_clock_getres(int clock_id,
                                      struct timespec* result) DETSIM_NOEXCEPT {
  if (detsim_clock_of(clock_id) < 0) {
    errno = EINVAL;
    return -1;
  }
  if (result) *result = detsim_timespec_of(1);
  return 0;
}

DETSIM_C_SHIM int detsim_timespec_get(struct timespec* result,
                                      int base) DETSIM_NOEXCEPT {
  if (base != 1 /* TIME_UTC */) return 0;
  *result = detsim_timespec_of(detsim_now(DETSIM_CLOCK_SYSTEM));
  return base;
}

DETSIM_C_SHIM int detsim_nanosleep(const struct timespec* delay,
                                   struct timespec* remaining) {
  (void)remaining; /* Written only when a signal ends the sleep. */
  if (!detsim_timespec_is_valid(delay) || delay->tv_sec < 0) {
    errno = EINVAL;
    return -1;
  }
  detsim_sleep_cancellably(detsim_saturating_add(
      detsim_now(DETSIM_CLOCK_STEADY), detsim_timespec_ns(delay)));
  return 0;
}

/* Returns the error instead of setting errno. */
DETSIM_C_SHIM int detsim_clock_nanosleep(int clock_id, int flags,
                                         const struct timespec* time,
                                         struct timespec* remaining) {
  const int clock = detsim_clock_of(clock_id);
  (void)remaining;
  if (clock < 0 || !detsim_timespec_is_valid(time) || time->tv_sec < 0) {
    return EINVAL;
  }
  if (flags & 1 /* TIMER_ABSTIME */) {
    detsim_sleep_cancellably(detsim_deadline_of(clock, time));
  } else {
    detsim_sleep_cancellably(detsim_saturating_add(
        detsim_now(DETSIM_CLOCK_STEADY), detsim_timespec_ns(time)));
  }
  return 0;
}

#endif /* DETSIM_HAS_TIMESPEC */

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_TIME_H_ */
