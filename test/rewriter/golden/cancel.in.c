// Cancellation, names and joins of pthread in C.
// flags: -D_GNU_SOURCE
#include <pthread.h>
#include <time.h>

static void unlock(void *mutex) { pthread_mutex_unlock(mutex); }

static void *run(void *mutex) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old);
  pthread_mutex_lock(mutex);
  pthread_cleanup_push(unlock, mutex);
  pthread_testcancel();
  pthread_cleanup_pop(1);
  return mutex;
}

int cancel(pthread_t thread) {
  char name[16];
  struct timespec end = {1, 0};
  pthread_setname_np(thread, "worker");
  pthread_getname_np(thread, name, sizeof name);
  pthread_cancel(thread);
  if (pthread_tryjoin_np(thread, 0) == 0) return 0;
  if (pthread_timedjoin_np(thread, 0, &end) == 0) return 0;
  return pthread_clockjoin_np(thread, 0, CLOCK_MONOTONIC, &end) +
         (run(0) == 0);
}
