/* Threads, clocks and sleeping in strict C11: no feature macro is defined. */
#include "test/shims/conformance/posix_c.h"

#include "test/shims/conformance/tested_posix.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_started = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int started, expected, count;
static volatile int ready;

static void GetReady(void) { ready = 1; }

static void* Count(void* argument) {
  const int times = *(const int*)argument;
  int i;
  TESTED(pthread_once)(&once, GetReady);
  if (!ready) return NULL;
  TESTED(pthread_mutex_lock)(&mutex);
  if (++started == expected) TESTED(pthread_cond_broadcast)(&all_started);
  while (started < expected) TESTED(pthread_cond_wait)(&all_started, &mutex);
  TESTED(pthread_mutex_unlock)(&mutex);
  for (i = 0; i < times; ++i) {
    TESTED(pthread_mutex_lock)(&mutex);
    ++count;
    TESTED(pthread_mutex_unlock)(&mutex);
    if (TESTED(time)(NULL) < 0) return NULL;
  }
  TESTED(sched_yield)();
  return NULL;
}

int CountInThreads(int threads, int times) {
  pthread_t handles[8];
  int i;
  expected = threads;
  started = count = 0;
  for (i = 0; i < threads; ++i) {
    if (TESTED(pthread_create)(&handles[i], NULL, Count, &times)) return -1;
  }
  for (i = 0; i < threads; ++i) TESTED(pthread_join)(handles[i], NULL);
  return count;
}

static void* Exit(void* argument) { TESTED(pthread_exit)(argument); }

int ResultOfExit(int result) {
  pthread_t thread;
  void* returned = NULL;
  if (TESTED(pthread_create)(&thread, NULL, Exit, &result)) return -1;
  if (TESTED(pthread_join)(thread, &returned)) return -1;
  return *(int*)returned;
}
