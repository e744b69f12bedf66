/* <sys/select.h>: every function is a decision point. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_SELECT_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_SELECT_H_
#pragma GCC system_header

#include <sys/select.h>

#include "detsim/detail/descriptors.h"

#ifdef __cplusplus
extern "C" {
#endif

DETSIM_C_SHIM int detsim_select(int count, fd_set* in, fd_set* out,
                                fd_set* exceptional, struct timeval* timeout) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_POLL);
  return select(count, in, out, exceptional, timeout);
}

#ifdef __USE_XOPEN2K
DETSIM_C_SHIM int detsim_pselect(int count, fd_set* in, fd_set* out,
                                 fd_set* exceptional,
                                 const struct timespec* timeout,
                                 const __sigset_t* mask) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_POLL);
  return pselect(count, in, out, exceptional, timeout, mask);
}
#endif

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_SELECT_H_ */
