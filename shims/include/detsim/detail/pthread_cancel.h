/* Cancellation of <pthread.h>. A cancelled thread ends at its next cancellation
 * point, or in the one where it waits, as if it called pthread_exit there.
 * Asynchronous cancellation is treated as deferred: only a thread that cancels
 * itself ends on the spot. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PTHREAD_CANCEL_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PTHREAD_CANCEL_H_
#pragma GCC system_header

#include <errno.h>
#include <pthread.h>

#include "detsim/detail/c_config.h"
#include "detsim/detail/cancellation.h"
#include "detsim/detail/pthread_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The record's part. Nothing preempts these functions. ---- */

/* Whether the thread must end now; it is asked once. */
DETSIM_C_NO_PREEMPTION int detsim_pthread_take_cancel(
    detsim_pthread_record* record) {
  if (!record || !record->cancelled || record->cancel_disabled) return 0;
  record->cancel_disabled = 1;
  return 1;
}

/* Nonzero when its wait, if it is in one, has to be ended. */
DETSIM_C_NO_PREEMPTION int detsim_pthread_mark_cancelled(
    detsim_pthread_record* record) {
  record->cancelled = 1;
  return !record->cancel_disabled && !record->finished;
}

DETSIM_C_NO_PREEMPTION int detsim_pthread_exchange(int* field, int value) {
  const int old = *field;
  *field = value;
  return old;
}

/* ---- The functions of pthread.h ---- */

DETSIM_C_INLINE void detsim_pthread_testcancel(void) {
  if (detsim_pthread_take_cancel(detsim_pthread_find(detsim_this_thread()))) {
    detsim_pthread_exit(PTHREAD_CANCELED);
  }
}

DETSIM_C_SHIM int detsim_pthread_cancel(pthread_t thread) {
  detsim_pthread_record* const record =
      detsim_pthread_find((detsim_thread*)thread);
  if (!record) {
    detsim_misuse(
        "pthread_cancel names a thread that pthread_create did not start");
  }
  detsim_set_cancellation(detsim_pthread_testcancel);
  if (detsim_pthread_mark_cancelled(record)) {
    if ((detsim_thread*)thread != detsim_this_thread()) {
      detsim_thread_interrupt((detsim_thread*)thread);
    } else if (record->cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS) {
      detsim_pthread_testcancel();
    }
  }
  return 0;
}

/* Threads that pthread_create did not start are never cancelled. */
DETSIM_C_SHIM int detsim_pthread_setcancelstate(int state, int* old_state) {
  detsim_pthread_record* const record =
      detsim_pthread_find(detsim_this_thread());
  int old = PTHREAD_CANCEL_ENABLE;
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) {
    return EINVAL;
  }
  if (record) {
    old = detsim_pthread_exchange(&record->cancel_disabled,
                                  state == PTHREAD_CANCEL_DISABLE)
              ? PTHREAD_CANCEL_DISABLE
              : PTHREAD_CANCEL_ENABLE;
    if (state == PTHREAD_CANCEL_DISABLE) detsim_forget_interruption();
  }
  if (old_state) *old_state = old;
  return 0;
}

DETSIM_C_SHIM int detsim_pthread_setcanceltype(int type, int* old_type) {
  detsim_pthread_record* const record =
      detsim_pthread_find(detsim_this_thread());
  int old = PTHREAD_CANCEL_DEFERRED;
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) {
    return EINVAL;
  }
  if (record) old = detsim_pthread_exchange(&record->cancel_type, type);
  if (old_type) *old_type = old;
  return 0;
}

/* ---- Cleanup, in C without exceptions. (With them pthread.h's own macros are
 * destructors, which unwinding runs.) ---- */

DETSIM_C_INLINE void detsim_pthread_push(detsim_pthread_cleanup* cleanup) {
  detsim_pthread_record* const record =
      detsim_pthread_find(detsim_this_thread());
  if (!record) return;
  cleanup->next = record->cleanups;
  record->cleanups = cleanup;
}

DETSIM_C_INLINE void detsim_pthread_pop(detsim_pthread_cleanup* cleanup,
                                        int execute) {
  detsim_pthread_record* const record =
      detsim_pthread_find(detsim_this_thread());
  if (record) record->cleanups = cleanup->next;
  if (execute) cleanup->routine(cleanup->argument);
}

#define detsim_pthread_cleanup_push(routine, argument)                    \
  do {                                                                    \
    detsim_pthread_cleanup detsim_cleanup = {(routine), (argument),       \
                                             (detsim_pthread_cleanup*)0}; \
    detsim_pthread_push(&detsim_cleanup);
#define detsim_pthread_cleanup_pop(execute)       \
  detsim_pthread_pop(&detsim_cleanup, (execute)); \
  }                                               \
  while (0)

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PTHREAD_CANCEL_H_ */
