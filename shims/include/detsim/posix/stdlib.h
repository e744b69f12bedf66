/* <stdlib.h>: rand() and srand() on the run's own generator. They are the
 * ABI's detsim_rand and detsim_srand as they stand. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_STDLIB_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_STDLIB_H_
#pragma GCC system_header

#include <stdlib.h>

#include "detsim/abi.h"

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_STDLIB_H_ */
