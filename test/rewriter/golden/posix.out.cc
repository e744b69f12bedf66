// C functions named from C++, with and without a namespace.
#include <pthread.h>
#include <sched.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void* Run(void* p) { return p; }
static void Init() {}

void Threads() {
  pthread_t thread;
  detsim_pthread_create(&thread, nullptr, Run, nullptr);
  detsim_pthread_mutex_lock(&mutex);
  detsim_pthread_cond_signal(&condition);
  detsim_pthread_cond_broadcast(&condition);
  detsim_pthread_mutex_unlock(&mutex);
  detsim_pthread_once(&once, Init);
  detsim_pthread_join(thread, nullptr);
  (void)detsim_pthread_self();
  detsim_sched_yield();
  detsim_pthread_yield();
}

long Clocks() {
  timespec t;
  timeval v;
  detsim_clock_gettime(CLOCK_MONOTONIC, &t);
  detsim_gettimeofday(&v, nullptr);
  detsim_nanosleep(&t, nullptr);
  detsim_usleep(1);
  detsim_sleep(1);
  detsim_usleep(2);
  return detsim_time(nullptr) + detsim_time(nullptr) + detsim_time(nullptr) + detsim_clock();
}

time_t (*function)(time_t*) = &detsim_time;
time_t (*same)(time_t*) = detsim_time;

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
void ReadersAndWriters() {
  detsim_pthread_rwlock_rdlock(&lock);
  detsim_pthread_rwlock_unlock(&lock);
  detsim_pthread_rwlock_wrlock(&lock);
  detsim_pthread_rwlock_unlock(&lock);
  timespec t = {0, 1};
  detsim_clock_nanosleep(CLOCK_MONOTONIC, 0, &t, nullptr);
}
