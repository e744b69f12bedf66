/* <sys/epoll.h>: every function here is a decision point. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_EPOLL_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_EPOLL_H_
#pragma GCC system_header

#include <sys/epoll.h>

#include "detsim/detail/descriptors.h"

#ifdef __cplusplus
extern "C" {
#endif

DETSIM_C_SHIM int detsim_epoll_wait(int epoll, struct epoll_event* events,
                                    int count, int ms) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_POLL);
  return epoll_wait(epoll, events, count, ms);
}

DETSIM_C_SHIM int detsim_epoll_pwait(int epoll, struct epoll_event* events,
                                     int count, int ms,
                                     const __sigset_t* mask) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_POLL);
  return epoll_pwait(epoll, events, count, ms, mask);
}

DETSIM_C_SHIM int detsim_epoll_ctl(int epoll, int operation, int fd,
                                   struct epoll_event* event) DETSIM_NOEXCEPT {
  detsim_descriptor(DETSIM_DESCRIPTOR_OUTPUT);
  return epoll_ctl(epoll, operation, fd, event);
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_EPOLL_H_ */
