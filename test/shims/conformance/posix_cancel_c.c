/* pthread_cleanup_push in C, where no destructor does its work. */
#include "test/shims/conformance/posix_cancel_c.h"

#include <stddef.h>

#include "test/shims/conformance/tested_posix.h"

#define CHECK(condition) \
  if (!(condition)) return __LINE__

static int order[4];
static int cleaned;

static void Clean(void* number) { order[cleaned++] = *(int*)number; }

static int one = 1, two = 2;
static sem_t ready;

static void* SleepWithCleanup(void* argument) {
  TESTED(pthread_cleanup_push)(Clean, &one);
  TESTED(pthread_cleanup_push)(Clean, &two);
  TESTED(sem_post)(&ready);
  for (;;) TESTED(sleep)(1000);
  TESTED(pthread_cleanup_pop)(0);
  TESTED(pthread_cleanup_pop)(0);
  return argument;
}

int CheckCleanupOnCancel(void) {
  pthread_t thread;
  void* result = NULL;
  cleaned = 0;
  CHECK(TESTED(sem_init)(&ready, 0, 0) == 0);
  CHECK(TESTED(pthread_create)(&thread, NULL, SleepWithCleanup, NULL) == 0);
  CHECK(TESTED(sem_wait)(&ready) == 0);
  CHECK(TESTED(pthread_cancel)(thread) == 0);
  CHECK(TESTED(pthread_join)(thread, &result) == 0);
  CHECK(result == PTHREAD_CANCELED);
  CHECK(cleaned == 2 && order[0] == 2 && order[1] == 1);
  return 0;
}

static void* ExitWithCleanup(void* argument) {
  TESTED(pthread_cleanup_push)(Clean, &one);
  TESTED(pthread_cleanup_push)(Clean, &two);
  TESTED(pthread_cleanup_pop)(0);
  TESTED(pthread_exit)(argument);
  TESTED(pthread_cleanup_pop)(0);
  return NULL;
}

int CheckCleanupOnExit(void) {
  pthread_t thread;
  void* result = NULL;
  cleaned = 0;
  CHECK(TESTED(pthread_create)(&thread, NULL, ExitWithCleanup, &two) == 0);
  CHECK(TESTED(pthread_join)(thread, &result) == 0);
  CHECK(result == &two);
  CHECK(cleaned == 1 && order[0] == 1);
  return 0;
}

int CheckCleanupPop(void) {
  cleaned = 0;
  TESTED(pthread_cleanup_push)(Clean, &one);
  TESTED(pthread_cleanup_push)(Clean, &two);
  TESTED(pthread_cleanup_pop)(1);
  CHECK(cleaned == 1 && order[0] == 2);
  TESTED(pthread_cleanup_pop)(0);
  CHECK(cleaned == 1);
  return 0;
}
