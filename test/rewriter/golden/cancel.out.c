// Cancellation, names and joins of pthread in C.
// flags: -D_GNU_SOURCE
#include <pthread.h>
#include <time.h>

static void unlock(void *mutex) { detsim_pthread_mutex_unlock(mutex); }

static void *run(void *mutex) {
  int old;
  detsim_pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  detsim_pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old);
  detsim_pthread_mutex_lock(mutex);
  detsim_pthread_cleanup_push(unlock, mutex);
  detsim_pthread_testcancel();
  detsim_pthread_cleanup_pop(1);
  return mutex;
}

int cancel(pthread_t thread) {
  char name[16];
  struct timespec end = {1, 0};
  detsim_pthread_setname_np(thread, "worker");
  detsim_pthread_getname_np(thread, name, sizeof name);
  detsim_pthread_cancel(thread);
  if (detsim_pthread_tryjoin_np(thread, 0) == 0) return 0;
  if (detsim_pthread_timedjoin_np(thread, 0, &end) == 0) return 0;
  return detsim_pthread_clockjoin_np(thread, 0, CLOCK_MONOTONIC, &end) +
         (run(0) == 0);
}
