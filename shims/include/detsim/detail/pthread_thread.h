/* Threads of <pthread.h>. A pthread_t is a detsim_thread*; what POSIX adds to
 * one (start routine, result, pthread_exit) is in a record that the creator
 * makes and the joiner, or the end of a detached thread, frees. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PTHREAD_THREAD_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PTHREAD_THREAD_H_
#pragma GCC system_header

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <unwind.h>

#include "detsim/detail/c_config.h"
#include "detsim/detail/cancellation.h"
#include "detsim/detail/timespec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What pthread_cleanup_push leaves in the caller's frame. */
typedef struct detsim_pthread_cleanup {
  void (*routine)(void*);
  void* argument;
  struct detsim_pthread_cleanup* next;
} detsim_pthread_cleanup;

typedef struct detsim_pthread_record {
  void* (*function)(void*);
  void* argument;
  void* result;
  detsim_thread* thread;
  struct detsim_pthread_record* next;
  int finished, detached;
  /* Cancellation; see pthread_cancel.h. */
  int cancelled, cancel_disabled, cancel_type;
  detsim_pthread_cleanup* cleanups;
  /* Where pthread_exit goes: the frame of the start routine's caller. */
  void* exit_point[5];
  uintptr_t exit_frame;
  struct _Unwind_Exception exit_exception;
} detsim_pthread_record;

/* All records; one list a program, hence weak. */
__attribute__((weak)) detsim_pthread_record* detsim_pthread_records;

/* ---- The list. Nothing preempts these functions. ---- */

DETSIM_C_NO_PREEMPTION void detsim_pthread_list(detsim_pthread_record* record) {
  record->next = detsim_pthread_records;
  detsim_pthread_records = record;
}

DETSIM_C_NO_PREEMPTION detsim_pthread_record* detsim_pthread_find(
    detsim_thread* thread) {
  detsim_pthread_record* record = detsim_pthread_records;
  while (record && record->thread != thread) record = record->next;
  return record;
}

DETSIM_C_NO_PREEMPTION void detsim_pthread_set_thread(
    detsim_pthread_record* record, detsim_thread* thread) {
  record->thread = thread;
}

DETSIM_C_NO_PREEMPTION void detsim_pthread_unlist(
    detsim_pthread_record* record) {
  detsim_pthread_record** link = &detsim_pthread_records;
  while (*link && *link != record) link = &(*link)->next;
  if (*link) *link = record->next;
}

/* The thread has ended, or is detached: whichever is second frees it. */
DETSIM_C_NO_PREEMPTION int detsim_pthread_mark(detsim_pthread_record* record,
                                               int finished, int detached) {
  record->finished |= finished;
  record->detached |= detached;
  return record->finished && record->detached;
}

DETSIM_C_INLINE void detsim_pthread_free(detsim_pthread_record* record) {
  detsim_pthread_unlist(record);
  free(record);
}

/* ---- Running ---- */

DETSIM_C_INLINE __attribute__((noinline)) void detsim_pthread_call(
    detsim_pthread_record* record) {
  record->result = record->function(record->argument);
}

DETSIM_C_INLINE __attribute__((noinline)) void detsim_pthread_run(
    void* argument) {
  detsim_pthread_record* const record = (detsim_pthread_record*)argument;
  detsim_pthread_set_thread(record, detsim_this_thread());
  record->exit_frame = (uintptr_t)__builtin_frame_address(0);
  if (__builtin_setjmp(record->exit_point) == 0) detsim_pthread_call(record);
  if (detsim_pthread_mark(record, 1, 0)) detsim_pthread_free(record);
}

/* Unwinding has run the destructors of a frame. Past detsim_pthread_run's own
 * frame there are none left. */
DETSIM_C_INLINE _Unwind_Reason_Code detsim_pthread_unwound(
    int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
    struct _Unwind_Exception* exception, struct _Unwind_Context* context,
    void* argument) {
  detsim_pthread_record* const record = (detsim_pthread_record*)argument;
  (void)version;
  (void)kind;
  (void)exception;
  if ((actions & _UA_END_OF_STACK) ||
      _Unwind_GetCFA(context) > record->exit_frame) {
    __builtin_longjmp(record->exit_point, 1);
  }
  return _URC_NO_REASON;
}

DETSIM_C_INLINE void detsim_pthread_caught(
    _Unwind_Reason_Code reason, struct _Unwind_Exception* exception) {
  (void)reason;
  (void)exception;
  detsim_misuse("catch (...) does not rethrow what pthread_exit throws");
}

/* ---- The functions of pthread.h ---- */

DETSIM_C_SHIM int detsim_pthread_create(pthread_t* result,
                                        const pthread_attr_t* attributes,
                                        void* (*function)(void*),
                                        void* argument) DETSIM_NOEXCEPT {
  int state = PTHREAD_CREATE_JOINABLE;
  detsim_thread* thread;
  detsim_pthread_record* const record =
      (detsim_pthread_record*)calloc(1, sizeof(detsim_pthread_record));
  if (!record) return EAGAIN;
  if (attributes) pthread_attr_getdetachstate(attributes, &state);
  record->function = function;
  record->argument = argument;
  detsim_pthread_list(record);
  thread = detsim_thread_create(detsim_pthread_run, record);
  if (!thread) {
    detsim_pthread_free(record);
    return EAGAIN;
  }
  *result = (pthread_t)thread;
  if (state == PTHREAD_CREATE_DETACHED) {
    const int ended = detsim_pthread_mark(record, 0, 1);
    detsim_thread_detach(thread);
    if (ended) detsim_pthread_free(record);
  } else {
    /* The thread does this too, but it may not have started yet. */
    detsim_pthread_set_thread(record, thread);
  }
  return 0;
}

/* Joins until `deadline`; what the joined thread returned goes to `result`. */
DETSIM_C_SHIM int detsim_pthread_join_until(pthread_t thread, void** result,
                                            uint64_t deadline) {
  detsim_thread* const joined = (detsim_thread*)thread;
  detsim_pthread_record* const record = detsim_pthread_find(joined);
  int error;
  detsim_cancellation_point();
  while ((error = detsim_thread_timed_join(joined, deadline)) == EINTR) {
    detsim_cancellation_point();
  }
  if (error) return error;
  if (result) *result = record ? record->result : NULL;
  if (record) detsim_pthread_free(record);
  return 0;
}

DETSIM_C_SHIM int detsim_pthread_join(pthread_t thread, void** result) {
  return detsim_pthread_join_until(thread, result, DETSIM_FOREVER);
}

/* The GNU ones: without waiting, and until a time. */
DETSIM_C_SHIM int detsim_pthread_tryjoin_np(pthread_t thread,
                                            void** result) DETSIM_NOEXCEPT {
  const int error = detsim_pthread_join_until(thread, result, 0);
  return error == ETIMEDOUT ? EBUSY : error;
}

#if DETSIM_HAS_TIMESPEC
DETSIM_C_SHIM int detsim_pthread_clockjoin_np(pthread_t thread, void** result,
                                              int clock_id,
                                              const struct timespec* deadline) {
  if (!deadline) return detsim_pthread_join(thread, result);
  if (!detsim_is_wait_clock(clock_id) || !detsim_timespec_is_valid(deadline)) {
    return EINVAL;
  }
  return detsim_pthread_join_until(
      thread, result, detsim_deadline_of(detsim_clock_of(clock_id), deadline));
}

DETSIM_C_SHIM int detsim_pthread_timedjoin_np(pthread_t thread, void** result,
                                              const struct timespec* deadline) {
  return detsim_pthread_clockjoin_np(thread, result, DETSIM_CLOCKID_REALTIME,
                                     deadline);
}
#endif

DETSIM_C_SHIM int detsim_pthread_detach(pthread_t thread) DETSIM_NOEXCEPT {
  detsim_thread* const detached = (detsim_thread*)thread;
  detsim_pthread_record* const record = detsim_pthread_find(detached);
  const int ended = record && detsim_pthread_mark(record, 0, 1);
  detsim_thread_detach(detached);
  if (ended) detsim_pthread_free(record);
  return 0;
}

DETSIM_C_SHIM pthread_t detsim_pthread_self(void) DETSIM_NOEXCEPT {
  return (pthread_t)detsim_this_thread();
}

DETSIM_C_SHIM int detsim_pthread_equal(pthread_t a,
                                       pthread_t b) DETSIM_NOEXCEPT {
  return a == b;
}

DETSIM_C_SHIM int detsim_pthread_yield(void) DETSIM_NOEXCEPT {
  detsim_yield();
  return 0;
}

/* Ends the thread as an uncatchable exception would, destructors included. */
DETSIM_NORETURN DETSIM_C_INLINE void detsim_pthread_exit(void* result) {
  detsim_pthread_record* const record =
      detsim_pthread_find(detsim_this_thread());
  if (!record) {
    detsim_misuse(
        "pthread_exit ends a thread that pthread_create did not start");
  }
  record->result = result;
  record->cancel_disabled = 1;
  while (record->cleanups) {
    detsim_pthread_cleanup* const cleanup = record->cleanups;
    record->cleanups = cleanup->next;
    cleanup->routine(cleanup->argument);
  }
  record->exit_exception.exception_class = 0;
  record->exit_exception.exception_cleanup = detsim_pthread_caught;
  _Unwind_ForcedUnwind(&record->exit_exception, detsim_pthread_unwound, record);
  __builtin_longjmp(record->exit_point, 1);
}

/* Linux keeps at most 15 characters. */
DETSIM_C_SHIM int detsim_pthread_setname_np(pthread_t thread,
                                            const char* name) DETSIM_NOEXCEPT {
  if (__builtin_strlen(name) > 15) return ERANGE;
  detsim_thread_set_name((detsim_thread*)thread, name);
  return 0;
}

/* The program's name, which glibc has without any feature macro. */
extern char* __progname;

/* A thread that was never named has the program's name. */
DETSIM_C_INLINE int detsim_pthread_getname_np(pthread_t thread, char* buffer,
                                              size_t size) DETSIM_NOEXCEPT {
  const char* name = detsim_thread_name((detsim_thread*)thread);
  size_t i;
  if (size < 16) return ERANGE;
  if (!*name) name = __progname;
  for (i = 0; i < 15 && name[i]; ++i) buffer[i] = name[i];
  buffer[i] = 0;
  return 0;
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PTHREAD_THREAD_H_ */
