/* <pthread.h> over the C ABI. Thread-specific keys are not here: the runtime
 * serves them at link time, for precompiled code too. Attributes are glibc's
 * own objects and need nothing. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_PTHREAD_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_PTHREAD_H_
#pragma GCC system_header

#include <pthread.h>

#include "detsim/detail/pthread_barrier.h"
#include "detsim/detail/pthread_cancel.h"
#include "detsim/detail/pthread_hints.h"
#include "detsim/detail/pthread_rwlock.h"
#include "detsim/detail/pthread_sync.h"
#include "detsim/detail/pthread_thread.h"

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_PTHREAD_H_ */
