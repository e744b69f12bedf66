/* <sched.h>: yielding to another simulated thread. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SCHED_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SCHED_H_
#pragma GCC system_header

#include <sched.h>

#include "detsim/detail/c_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A decision point. */
DETSIM_C_SHIM int detsim_sched_yield(void) DETSIM_NOEXCEPT {
  detsim_yield();
  return 0;
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SCHED_H_ */
