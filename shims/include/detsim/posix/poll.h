/* <poll.h>: every function is a decision point. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_POLL_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_POLL_H_
#pragma GCC system_header

#include <poll.h>

#include "detsim/detail/descriptors.h"

#ifdef __cplusplus
extern "C" {
#endif

DETSIM_C_SHIM int detsim_poll(struct pollfd* fds, nfds_t count, int ms) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_POLL);
  return poll(fds, count, ms);
}

#ifdef __USE_GNU
DETSIM_C_SHIM int detsim_ppoll(struct pollfd* fds, nfds_t count,
                               const struct timespec* timeout,
                               const __sigset_t* mask) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_POLL);
  return ppoll(fds, count, timeout, mask);
}
#endif

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_POLL_H_ */
