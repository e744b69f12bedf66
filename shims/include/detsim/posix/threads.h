/* <threads.h>: the threads of C11, over the shims of POSIX threads, in place in
 * the user's objects. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_THREADS_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_THREADS_H_
#pragma GCC system_header

#include <errno.h>
#include <stdlib.h>
#include <threads.h>

#include "detsim/posix/pthread.h"
#include "detsim/posix/time.h"

#ifdef __cplusplus
extern "C" {
#endif

DETSIM_C_INLINE int detsim_thrd_result(int error) {
  switch (error) {
    case 0:
      return thrd_success;
    case EBUSY:
      return thrd_busy;
    case ENOMEM:
    case EAGAIN:
      return thrd_nomem;
    case ETIMEDOUT:
      return thrd_timedout;
    default:
      return thrd_error;
  }
}

/* ---- Threads ---- */

typedef struct detsim_thrd_start {
  thrd_start_t function;
  void* argument;
} detsim_thrd_start;

DETSIM_C_INLINE void* detsim_thrd_run(void* argument) {
  const detsim_thrd_start start = *(detsim_thrd_start*)argument;
  free(argument);
  return (void*)(intptr_t)start.function(start.argument);
}

DETSIM_C_SHIM int detsim_thrd_create(thrd_t* thread, thrd_start_t function,
                                     void* argument) {
  int error;
  detsim_thrd_start* const start =
      (detsim_thrd_start*)malloc(sizeof(detsim_thrd_start));
  if (!start) return thrd_nomem;
  start->function = function;
  start->argument = argument;
  error = detsim_pthread_create(thread, NULL, detsim_thrd_run, start);
  if (error) free(start);
  return detsim_thrd_result(error);
}

DETSIM_C_SHIM int detsim_thrd_join(thrd_t thread, int* result) {
  void* value = NULL;
  const int error = detsim_pthread_join(thread, &value);
  if (!error && result) *result = (int)(intptr_t)value;
  return detsim_thrd_result(error);
}

DETSIM_C_SHIM int detsim_thrd_detach(thrd_t thread) {
  return detsim_thrd_result(detsim_pthread_detach(thread));
}

DETSIM_C_SHIM int detsim_thrd_equal(thrd_t a, thrd_t b) { return a == b; }

DETSIM_C_SHIM thrd_t detsim_thrd_current(void) { return detsim_pthread_self(); }

DETSIM_NORETURN DETSIM_C_INLINE void detsim_thrd_exit(int result) {
  detsim_pthread_exit((void*)(intptr_t)result);
}

DETSIM_C_SHIM void detsim_thrd_yield(void) { detsim_yield(); }

/* No signal cuts it short: 0, or a negative number for a malformed delay. */
DETSIM_C_SHIM int detsim_thrd_sleep(const struct timespec* delay,
                                    struct timespec* remaining) {
  return detsim_nanosleep(delay, remaining) ? -2 : 0;
}

/* ---- Mutexes ---- */

/* Every mutex can be locked until a time. */
DETSIM_C_SHIM int detsim_mtx_init(mtx_t* mutex, int type) {
  __builtin_memset(mutex, 0, sizeof(*mutex));
  if ((type & ~mtx_timed) == (mtx_plain | mtx_recursive)) {
    ((detsim_mutex*)mutex)->kind = DETSIM_MUTEX_RECURSIVE;
  }
  return thrd_success;
}

DETSIM_C_SHIM void detsim_mtx_destroy(mtx_t* mutex) {
  detsim_mutex_destroy((detsim_mutex*)mutex);
}

DETSIM_C_SHIM int detsim_mtx_lock(mtx_t* mutex) {
  return detsim_thrd_result(detsim_mutex_lock((detsim_mutex*)mutex));
}

/* C11 7.26.4.5 allows a spurious failure; no implementation has one. */
DETSIM_C_SHIM int detsim_mtx_trylock(mtx_t* mutex) {
  return detsim_thrd_result(detsim_mutex_trylock((detsim_mutex*)mutex, 0));
}

DETSIM_C_SHIM int detsim_mtx_timedlock(mtx_t* mutex,
                                       const struct timespec* deadline) {
  return detsim_thrd_result(
      detsim_pthread_mutex_timedlock((pthread_mutex_t*)mutex, deadline));
}

DETSIM_C_SHIM int detsim_mtx_unlock(mtx_t* mutex) {
  return detsim_thrd_result(detsim_mutex_unlock((detsim_mutex*)mutex));
}

/* ---- Condition variables ---- */

DETSIM_C_SHIM int detsim_cnd_init(cnd_t* condition) {
  __builtin_memset(condition, 0, sizeof(*condition));
  return thrd_success;
}

DETSIM_C_SHIM void detsim_cnd_destroy(cnd_t* condition) {
  detsim_cond_destroy((detsim_cond*)condition);
}

DETSIM_C_SHIM int detsim_cnd_signal(cnd_t* condition) {
  detsim_cond_notify_one((detsim_cond*)condition);
  return thrd_success;
}

DETSIM_C_SHIM int detsim_cnd_broadcast(cnd_t* condition) {
  detsim_cond_notify_all((detsim_cond*)condition);
  return thrd_success;
}

DETSIM_C_SHIM int detsim_cnd_wait(cnd_t* condition, mtx_t* mutex) {
  return detsim_thrd_result(detsim_pthread_cond_wait((pthread_cond_t*)condition,
                                                     (pthread_mutex_t*)mutex));
}

DETSIM_C_SHIM int detsim_cnd_timedwait(cnd_t* condition, mtx_t* mutex,
                                       const struct timespec* deadline) {
  return detsim_thrd_result(detsim_pthread_cond_clockwait(
      (pthread_cond_t*)condition, (pthread_mutex_t*)mutex,
      DETSIM_CLOCKID_REALTIME, deadline));
}

/* ---- Once, and storage of threads ---- */

DETSIM_C_SHIM void detsim_call_once(once_flag* flag, void (*function)(void)) {
  detsim_pthread_once((pthread_once_t*)flag, function);
}

/* The library's own would keep one value for all simulated threads. */
DETSIM_C_SHIM int detsim_tss_create(tss_t* key, tss_dtor_t destructor) {
  return detsim_thrd_result(pthread_key_create(key, destructor));
}

DETSIM_C_SHIM void detsim_tss_delete(tss_t key) { pthread_key_delete(key); }

DETSIM_C_SHIM void* detsim_tss_get(tss_t key) {
  return pthread_getspecific(key);
}

DETSIM_C_SHIM int detsim_tss_set(tss_t key, void* value) {
  return detsim_thrd_result(pthread_setspecific(key, value));
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_THREADS_H_ */
