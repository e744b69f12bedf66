/* <unistd.h>: sleeping on virtual time, each a decision point. gettid() and
 * syscall() are the ABI's functions as they stand. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_UNISTD_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_UNISTD_H_
#pragma GCC system_header

#include <unistd.h>

#include "detsim/detail/cancellation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* useconds_t is an unsigned int, and strict C does not declare it. */
DETSIM_C_SHIM int detsim_usleep(unsigned microseconds) {
  detsim_sleep_cancellably(detsim_now(DETSIM_CLOCK_STEADY) +
                           (uint64_t)microseconds * 1000);
  return 0;
}

/* 0: no signal cuts it short. */
DETSIM_C_SHIM unsigned detsim_sleep(unsigned seconds) {
  detsim_sleep_cancellably(detsim_now(DETSIM_CLOCK_STEADY) +
                           (uint64_t)seconds * 1000000000);
  return 0;
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_UNISTD_H_ */
