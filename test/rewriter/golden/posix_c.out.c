// C: the same names, and the feature macro that they need.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *run(void *p) {
  detsim_pthread_mutex_lock(&mutex);
  ++counter;
  detsim_pthread_mutex_unlock(&mutex);
  return p;
}

int main(void) {
  pthread_t thread;
  struct timespec now;
  int time_out = 3;
  detsim_pthread_create(&thread, 0, run, 0);
  detsim_pthread_join(thread, 0);
  detsim_clock_gettime(CLOCK_REALTIME, &now);
  detsim_usleep(1);
  return counter + (detsim_time(0) == 0) + (detsim_rand() & 0) + time_out - 3;
}
