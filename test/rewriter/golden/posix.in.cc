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
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&condition);
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_once(&once, Init);
  pthread_join(thread, nullptr);
  (void)pthread_self();
  sched_yield();
  pthread_yield();
}

long Clocks() {
  timespec t;
  timeval v;
  clock_gettime(CLOCK_MONOTONIC, &t);
  gettimeofday(&v, nullptr);
  nanosleep(&t, nullptr);
  usleep(1);
  sleep(1);
  ::usleep(2);
  return time(nullptr) + std::time(nullptr) + ::time(nullptr) + clock();
}

time_t (*function)(time_t*) = &std::time;
time_t (*same)(time_t*) = time;

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
void ReadersAndWriters() {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  timespec t = {0, 1};
  clock_nanosleep(CLOCK_MONOTONIC, 0, &t, nullptr);
}
