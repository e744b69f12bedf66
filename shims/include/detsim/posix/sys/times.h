/* <sys/times.h> on virtual time: the processor is busy all the time. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_TIMES_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_TIMES_H_
#pragma GCC system_header

#include <sys/times.h>

#include "detsim/detail/c_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Linux counts a hundred ticks a second. A decision point. */
DETSIM_C_SHIM clock_t detsim_times(struct tms* result) DETSIM_NOEXCEPT {
  const clock_t now = (clock_t)(detsim_now(DETSIM_CLOCK_STEADY) / 10000000);
  if (result) {
    __builtin_memset(result, 0, sizeof(*result));
    result->tms_utime = now;
  }
  return now;
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_TIMES_H_ */
