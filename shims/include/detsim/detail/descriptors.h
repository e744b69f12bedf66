/* Calls on descriptors: pipes, sockets, files, epoll. They are announced, and
 * then made by the C library's function, or the runtime's in its place, that
 * waits without stopping other threads. Those that may throw are cancellation
 * points, as in POSIX. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_DESCRIPTORS_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_DESCRIPTORS_H_
#pragma GCC system_header

#include "detsim/detail/cancellation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Before a call of a kind of DETSIM_DESCRIPTOR_.... */
DETSIM_C_SHIM void detsim_before_descriptor_call(int kind) {
  detsim_cancellation_point();
  detsim_descriptor(kind);
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_DESCRIPTORS_H_ */
