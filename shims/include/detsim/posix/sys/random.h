/* <sys/random.h>: bytes from the run's stream of random values. Both functions
 * are decision points. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_RANDOM_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_RANDOM_H_
#pragma GCC system_header

#include <errno.h>
#include <sys/random.h>
#include <sys/types.h>

#include "detsim/detail/random_bytes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Linux gives this much at a time, and knows flags 1, 2 and 4. */
DETSIM_C_SHIM ssize_t detsim_getrandom(void* buffer, size_t size,
                                       unsigned flags) {
  if ((flags & ~7u) || (flags & 6u) == 6u) {
    errno = EINVAL;
    return -1;
  }
  if (size > 0x1ffffff) size = 0x1ffffff;
  detsim_random_bytes(buffer, size);
  return (ssize_t)size;
}

DETSIM_C_SHIM int detsim_getentropy(void* buffer, size_t size) DETSIM_NOEXCEPT {
  if (size > 256) {
    errno = EIO;
    return -1;
  }
  detsim_random_bytes(buffer, size);
  return 0;
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_SYS_RANDOM_H_ */
