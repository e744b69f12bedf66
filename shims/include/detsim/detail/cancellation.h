/* Cancellation points: where a thread notices that pthread_cancel wants it to
 * end. The functions that are such points know nothing of threads' records;
 * what looks at those is set by the first pthread_cancel. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_CANCELLATION_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_CANCELLATION_H_
#pragma GCC system_header

#include "detsim/detail/c_config.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void (*detsim_cancellation_hook)(void);

/* One a program, hence weak; null while no thread was cancelled. */
__attribute__((weak)) detsim_cancellation_hook detsim_act_on_cancellation;

DETSIM_C_NO_PREEMPTION detsim_cancellation_hook detsim_cancellation(void) {
  return detsim_act_on_cancellation;
}

DETSIM_C_NO_PREEMPTION void detsim_set_cancellation(
    detsim_cancellation_hook hook) {
  detsim_act_on_cancellation = hook;
}

/* Does not return when the calling thread is cancelled. */
DETSIM_C_SHIM void detsim_cancellation_point(void) {
  const detsim_cancellation_hook act = detsim_cancellation();
  if (act) act();
}

DETSIM_C_SHIM void detsim_sleep_cancellably(uint64_t deadline) {
  detsim_cancellation_point();
  detsim_sleep_until(deadline);
  detsim_cancellation_point();
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_CANCELLATION_H_ */
