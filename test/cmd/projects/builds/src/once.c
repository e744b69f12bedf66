#include "once.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

int CallCount(void) {
  pthread_mutex_lock(&mutex);
  int now = ++count;
  pthread_mutex_unlock(&mutex);
  return now;
}
