// C: the same names, and the feature macro that they need.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *run(void *p) {
  pthread_mutex_lock(&mutex);
  ++counter;
  pthread_mutex_unlock(&mutex);
  return p;
}

int main(void) {
  pthread_t thread;
  struct timespec now;
  int time_out = 3;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  clock_gettime(CLOCK_REALTIME, &now);
  usleep(1);
  return counter + (time(0) == 0) + (rand() & 0) + time_out - 3;
}
