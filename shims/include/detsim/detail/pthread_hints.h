/* Functions of <pthread.h> that advise the operating system: which processor,
 * which priority. Simulated threads have neither, so they are accepted and
 * change nothing; the real ones would take a simulated thread for theirs. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PTHREAD_HINTS_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PTHREAD_HINTS_H_
#pragma GCC system_header

#include <errno.h>
#include <pthread.h>
#include <sched.h>

#include "detsim/detail/c_config.h"

#ifdef __cplusplus
extern "C" {
#endif

DETSIM_C_SHIM int detsim_pthread_setschedparam(
    pthread_t thread, int policy,
    const struct sched_param* parameters) DETSIM_NOEXCEPT {
  (void)thread;
  (void)policy;
  (void)parameters;
  return 0;
}

/* The ordinary policy, and the one priority that it has. */
DETSIM_C_SHIM int detsim_pthread_getschedparam(pthread_t thread, int* policy,
                                               struct sched_param* parameters)
    DETSIM_NOEXCEPT {
  (void)thread;
  *policy = SCHED_OTHER;
  __builtin_memset(parameters, 0, sizeof(*parameters));
  return 0;
}

DETSIM_C_SHIM int detsim_pthread_setschedprio(pthread_t thread,
                                              int priority) DETSIM_NOEXCEPT {
  (void)thread;
  (void)priority;
  return 0;
}

/* Strict C has no cpu_set_t. */
#ifdef CPU_SETSIZE

DETSIM_C_SHIM int detsim_pthread_setaffinity_np(pthread_t thread, size_t bytes,
                                                const cpu_set_t* processors)
    DETSIM_NOEXCEPT {
  (void)thread;
  return CPU_COUNT_S(bytes, processors) == 0 ? EINVAL : 0;
}

/* As many processors as hardware_concurrency() says. */
DETSIM_C_SHIM int detsim_pthread_getaffinity_np(
    pthread_t thread, size_t bytes, cpu_set_t* processors) DETSIM_NOEXCEPT {
  unsigned i;
  (void)thread;
  __builtin_memset(processors, 0, bytes);
  for (i = 0; i < detsim_hardware_concurrency(); ++i) {
    CPU_SET_S(i, bytes, processors);
  }
  return 0;
}

#endif /* CPU_SETSIZE */

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PTHREAD_HINTS_H_ */
