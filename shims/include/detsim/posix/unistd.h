/* <unistd.h>: sleeping on virtual time, and calls on descriptors, each a
 * decision point. gettid() and syscall() are the ABI's functions as they
 * stand. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_UNISTD_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_UNISTD_H_
#pragma GCC system_header

#include <unistd.h>

#include "detsim/detail/cancellation.h"
#include "detsim/detail/descriptors.h"

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

DETSIM_C_SHIM ssize_t detsim_read(int fd, void* to, size_t size) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_INPUT);
  return read(fd, to, size);
}

DETSIM_C_SHIM ssize_t detsim_write(int fd, const void* from, size_t size) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_OUTPUT);
  return write(fd, from, size);
}

DETSIM_C_SHIM int detsim_close(int fd) {
  detsim_before_descriptor_call(DETSIM_DESCRIPTOR_OUTPUT);
  return close(fd);
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_UNISTD_H_ */
