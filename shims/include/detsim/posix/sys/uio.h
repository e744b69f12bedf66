/* <sys/uio.h>: both functions are decision points. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_UIO_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_UIO_H_
#pragma GCC system_header

#include <sys/uio.h>

#include "detsim/detail/descriptors.h"

#ifdef __cplusplus
extern "C" {
#endif

DETSIM_C_SHIM ssize_t detsim_readv(int fd, const struct iovec* to, int count) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_INPUT);
  return readv(fd, to, count);
}

DETSIM_C_SHIM ssize_t detsim_writev(int fd, const struct iovec* from,
                                    int count) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_OUTPUT);
  return writev(fd, from, count);
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_UIO_H_ */
