/* Mentions every POSIX shim in C, for the compile matrix. */
#include "detsim/posix/pthread.h"
#include "detsim/posix/sched.h"
#include "detsim/posix/semaphore.h"
#include "detsim/posix/stdlib.h"
#include "detsim/posix/time.h"
#include "detsim/posix/unistd.h"

static void* Run(void* argument) { return argument; }
static void Once(void) {}

int Use(void) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  struct timespec time;
  sem_t semaphore;
  pthread_t thread;
  detsim_srand((unsigned)detsim_time(NULL));
  detsim_clock_gettime(0, &time);
  detsim_nanosleep(&time, NULL);
  detsim_usleep(1);
  detsim_sched_yield();
  detsim_pthread_once(&once, Once);
  if (detsim_pthread_create(&thread, NULL, Run, NULL)) return -1;
  detsim_pthread_mutex_lock(&mutex);
  detsim_pthread_cond_timedwait(&cond, &mutex, &time);
  detsim_pthread_mutex_unlock(&mutex);
  detsim_sem_init(&semaphore, 0, 1);
  detsim_sem_timedwait(&semaphore, &time);
  detsim_sem_post(&semaphore);
  detsim_pthread_join(thread, NULL);
  return detsim_rand();
}

int (*const lock)(pthread_mutex_t*) = detsim_pthread_mutex_lock;
time_t (*const now)(time_t*) = detsim_time;
