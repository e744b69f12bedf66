/* Between struct timespec and the ABI's nanoseconds. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_TIMESPEC_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_TIMESPEC_H_
#pragma GCC system_header

#include <time.h>

#include "detsim/detail/c_config.h"

#if DETSIM_HAS_TIMESPEC

#ifdef __cplusplus
extern "C" {
#endif

#define DETSIM_NS_A_SECOND ((uint64_t)1000000000)

/* The virtual clock that stands for `clock_id`, or -1 when there is no such
 * clock. Time spent by a process or a thread is the time that passes. */
DETSIM_C_INLINE int detsim_clock_of(int clock_id) {
  switch (clock_id) {
    case DETSIM_CLOCKID_REALTIME:
    case DETSIM_CLOCKID_REALTIME_COARSE:
    case DETSIM_CLOCKID_REALTIME_ALARM:
    case DETSIM_CLOCKID_TAI:
      return DETSIM_CLOCK_SYSTEM;
    case 10: /* CLOCK_SGI_CYCLE, which Linux removed. */
      return -1;
    default:
      return clock_id > DETSIM_CLOCKID_MAX ? -1 : DETSIM_CLOCK_STEADY;
  }
}

/* Whether the clockwait and clocklock functions know `clock_id`. */
DETSIM_C_INLINE int detsim_is_wait_clock(int clock_id) {
  return clock_id == DETSIM_CLOCKID_REALTIME ||
         clock_id == DETSIM_CLOCKID_MONOTONIC;
}

DETSIM_C_INLINE struct timespec detsim_timespec_of(uint64_t ns) {
  struct timespec time;
  time.tv_sec = (time_t)(ns / DETSIM_NS_A_SECOND);
  time.tv_nsec = (long)(ns % DETSIM_NS_A_SECOND);
  return time;
}

DETSIM_C_INLINE int detsim_timespec_is_valid(const struct timespec* time) {
  return time->tv_nsec >= 0 && time->tv_nsec < (long)DETSIM_NS_A_SECOND;
}

/* 0 for times before the epoch, DETSIM_FOREVER for what does not fit.
 * REQUIRES: valid. */
DETSIM_C_INLINE uint64_t detsim_timespec_ns(const struct timespec* time) {
  if (time->tv_sec < 0) return 0;
  if ((uint64_t)time->tv_sec >= DETSIM_FOREVER / DETSIM_NS_A_SECOND) {
    return DETSIM_FOREVER;
  }
  return (uint64_t)time->tv_sec * DETSIM_NS_A_SECOND + (uint64_t)time->tv_nsec;
}

DETSIM_C_INLINE uint64_t detsim_saturating_add(uint64_t time, uint64_t more) {
  return time > DETSIM_FOREVER - more ? DETSIM_FOREVER : time + more;
}

/* The deadline `time` on `clock`, one of DETSIM_CLOCK_*. */
DETSIM_C_INLINE uint64_t detsim_deadline_of(int clock,
                                            const struct timespec* time) {
  const uint64_t ns = detsim_timespec_ns(time);
  int64_t offset;
  if (clock == DETSIM_CLOCK_STEADY || ns == DETSIM_FOREVER) return ns;
  offset = detsim_system_to_steady();
  if (offset >= 0) return detsim_saturating_add(ns, (uint64_t)offset);
  return ns > 0 - (uint64_t)offset ? ns + (uint64_t)offset : 0;
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_HAS_TIMESPEC */

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_TIMESPEC_H_ */
