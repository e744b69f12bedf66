/* <stdlib.h>: the generators of C and POSIX, on the run's own state, which are
 * the ABI's functions as they stand (detsim_rand, detsim_drand48, ...); and
 * arc4random, on the run's stream of random values, each of whose functions is
 * a decision point. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_STDLIB_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_STDLIB_H_
#pragma GCC system_header

#include <stdlib.h>

#include "detsim/detail/random_bytes.h"

#ifdef __cplusplus
extern "C" {
#endif

DETSIM_C_SHIM uint32_t detsim_arc4random(void) DETSIM_NOEXCEPT {
  return detsim_random_u32();
}

DETSIM_C_SHIM void detsim_arc4random_buf(void* buffer,
                                         size_t size) DETSIM_NOEXCEPT {
  detsim_random_bytes(buffer, size);
}

/* Numbers that would favour small results are drawn again. */
DETSIM_C_SHIM uint32_t detsim_arc4random_uniform(uint32_t bound)
    DETSIM_NOEXCEPT {
  uint32_t number, uneven;
  if (bound < 2) return 0;
  uneven = (0 - bound) % bound;
  do {
    number = detsim_random_u32();
  } while (number < uneven);
  return number % bound;
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_STDLIB_H_ */
