/* <threads.h> in strict C11. */
#include "test/shims/conformance/threads_c.h"

#include <threads.h>
#include <time.h>

#ifdef DETSIM_TEST_SHIMS
#include "detsim/posix/threads.h"
#include "detsim/posix/time.h"
#define TESTED(name) detsim_##name
#else
#define TESTED(name) name
#endif

#define CHECK(condition) \
  if (!(condition)) return __LINE__

static mtx_t mutex;
static cnd_t condition;
static int count, started;

static int Count(void* times) {
  int i;
  for (i = 0; i < *(const int*)times; ++i) {
    TESTED(mtx_lock)(&mutex);
    ++count;
    TESTED(mtx_unlock)(&mutex);
    TESTED(thrd_yield)();
  }
  return count > 0;
}

int CheckThreads(void) {
  thrd_t threads[3];
  int times = 20, i, result;
  CHECK(TESTED(mtx_init)(&mutex, mtx_plain) == thrd_success);
  count = 0;
  for (i = 0; i < 3; ++i) {
    CHECK(TESTED(thrd_create)(&threads[i], Count, &times) == thrd_success);
  }
  CHECK(!TESTED(thrd_equal)(threads[0], threads[1]));
  for (i = 0; i < 3; ++i) {
    CHECK(TESTED(thrd_join)(threads[i], &result) == thrd_success);
    CHECK(result == 1);
  }
  CHECK(count == 60);
  TESTED(mtx_destroy)(&mutex);
  return 0;
}

static int Negative(void* argument) { return -*(const int*)argument; }
static int Exit(void* argument) { TESTED(thrd_exit)(*(const int*)argument); }
static int IsItself(void* thread) {
  return TESTED(thrd_equal)(TESTED(thrd_current)(), *(const thrd_t*)thread);
}

int CheckThreadResults(void) {
  static thrd_t thread;
  int number = 7, result = 0;
  const struct timespec delay = {0, 200000}, malformed = {0, 1000000000};
  CHECK(TESTED(thrd_create)(&thread, Negative, &number) == thrd_success);
  CHECK(TESTED(thrd_join)(thread, &result) == thrd_success);
  CHECK(result == -7);
  CHECK(TESTED(thrd_create)(&thread, Exit, &number) == thrd_success);
  CHECK(TESTED(thrd_join)(thread, &result) == thrd_success);
  CHECK(result == 7);
  thread = TESTED(thrd_current)();
  CHECK(IsItself(&thread));
  CHECK(TESTED(thrd_sleep)(&delay, NULL) == 0);
  CHECK(TESTED(thrd_sleep)(&malformed, NULL) < -1);
  CHECK(TESTED(thrd_create)(&thread, Negative, &number) == thrd_success);
  CHECK(TESTED(thrd_detach)(thread) == thrd_success);
  return 0;
}

static int TryLock(void* argument) {
  const int result = TESTED(mtx_trylock)((mtx_t*)argument);
  if (result == thrd_success) TESTED(mtx_unlock)((mtx_t*)argument);
  return result;
}

static int ResultOfOther(thrd_start_t function, void* argument) {
  thrd_t thread;
  int result = -100;
  TESTED(thrd_create)(&thread, function, argument);
  TESTED(thrd_join)(thread, &result);
  return result;
}

int CheckMutexes(void) {
  mtx_t plain, recursive;
  CHECK(TESTED(mtx_init)(&plain, mtx_timed) == thrd_success);
  CHECK(TESTED(mtx_init)(&recursive, mtx_plain | mtx_recursive) ==
        thrd_success);
  CHECK(TESTED(mtx_lock)(&plain) == thrd_success);
  CHECK(TESTED(mtx_trylock)(&plain) == thrd_busy);
  CHECK(ResultOfOther(TryLock, &plain) == thrd_busy);
  CHECK(TESTED(mtx_unlock)(&plain) == thrd_success);
  CHECK(ResultOfOther(TryLock, &plain) == thrd_success);
  CHECK(TESTED(mtx_lock)(&recursive) == thrd_success);
  CHECK(TESTED(mtx_lock)(&recursive) == thrd_success);
  CHECK(TESTED(mtx_unlock)(&recursive) == thrd_success);
  CHECK(ResultOfOther(TryLock, &recursive) == thrd_busy);
  CHECK(TESTED(mtx_unlock)(&recursive) == thrd_success);
  CHECK(ResultOfOther(TryLock, &recursive) == thrd_success);
  return 0;
}

static struct timespec Soon(void) {
  struct timespec time;
  TESTED(timespec_get)(&time, TIME_UTC);
  time.tv_nsec += 2000000;
  if (time.tv_nsec >= 1000000000) {
    time.tv_nsec -= 1000000000;
    ++time.tv_sec;
  }
  return time;
}

static int TimedLock(void* argument) {
  const struct timespec end = Soon();
  return TESTED(mtx_timedlock)((mtx_t*)argument, &end);
}

int CheckTimeouts(void) {
  mtx_t timed;
  struct timespec end;
  CHECK(TESTED(mtx_init)(&timed, mtx_timed) == thrd_success);
  CHECK(TESTED(cnd_init)(&condition) == thrd_success);
  CHECK(TESTED(mtx_lock)(&timed) == thrd_success);
  CHECK(ResultOfOther(TimedLock, &timed) == thrd_timedout);
  end = Soon();
  CHECK(TESTED(cnd_timedwait)(&condition, &timed, &end) == thrd_timedout);
  CHECK(TESTED(mtx_unlock)(&timed) == thrd_success);
  TESTED(cnd_destroy)(&condition);
  TESTED(mtx_destroy)(&timed);
  return 0;
}

static int Meet(void* others) {
  TESTED(mtx_lock)(&mutex);
  if (++started == *(const int*)others) TESTED(cnd_broadcast)(&condition);
  while (started < *(const int*)others) TESTED(cnd_wait)(&condition, &mutex);
  TESTED(cnd_signal)(&condition);
  TESTED(mtx_unlock)(&mutex);
  return 0;
}

int CheckConditions(void) {
  thrd_t one, two;
  int others = 3;
  CHECK(TESTED(mtx_init)(&mutex, mtx_plain) == thrd_success);
  CHECK(TESTED(cnd_init)(&condition) == thrd_success);
  started = 0;
  CHECK(TESTED(thrd_create)(&one, Meet, &others) == thrd_success);
  CHECK(TESTED(thrd_create)(&two, Meet, &others) == thrd_success);
  Meet(&others);
  CHECK(TESTED(thrd_join)(one, NULL) == thrd_success);
  CHECK(TESTED(thrd_join)(two, NULL) == thrd_success);
  return 0;
}

static once_flag once = ONCE_FLAG_INIT;
static int calls;
static void Call(void) { ++calls; }
static int CallOnce(void* argument) {
  (void)argument;
  TESTED(call_once)(&once, Call);
  return calls;
}

int CheckOnce(void) {
  CHECK(ResultOfOther(CallOnce, NULL) == 1);
  CHECK(ResultOfOther(CallOnce, NULL) == 1);
  return 0;
}

static tss_t key;
static int destroyed;
static void Destroy(void* value) { destroyed += *(const int*)value; }
static int Store(void* value) {
  if (TESTED(tss_get)(key) != NULL) return 1;
  if (TESTED(tss_set)(key, value) != thrd_success) return 2;
  TESTED(thrd_yield)();
  return TESTED(tss_get)(key) == value ? 0 : 3;
}

int CheckThreadStorage(void) {
  int one = 1, ten = 10;
  destroyed = 0;
  CHECK(TESTED(tss_create)(&key, Destroy) == thrd_success);
  CHECK(Store(&one) == 0);
  CHECK(ResultOfOther(Store, &ten) == 0);
  CHECK(destroyed == 10);
  CHECK(TESTED(tss_get)(key) == &one);
  TESTED(tss_delete)(key);
  return 0;
}
