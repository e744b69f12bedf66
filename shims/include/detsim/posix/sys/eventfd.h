/* <sys/eventfd.h>: reading and writing are decision points. By read() and
 * write(), since the library's own functions would stop every thread. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_EVENTFD_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_EVENTFD_H_
#pragma GCC system_header

#include <sys/eventfd.h>
#include <unistd.h>

#include "detsim/detail/descriptors.h"

#ifdef __cplusplus
extern "C" {
#endif

DETSIM_C_SHIM int detsim_eventfd_read(int fd, eventfd_t* value) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_INPUT);
  return read(fd, value, sizeof *value) == (ssize_t)sizeof *value ? 0 : -1;
}

DETSIM_C_SHIM int detsim_eventfd_write(int fd, eventfd_t value) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_OUTPUT);
  return write(fd, &value, sizeof value) == (ssize_t)sizeof value ? 0 : -1;
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_EVENTFD_H_ */
