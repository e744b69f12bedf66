// C as it was once written: functions of the library that are declared by hand,
// or not at all, and the program's own of such names.
// flags: -std=gnu89 -w
#include <pthread.h>
#include <time.h>

extern unsigned sleep();
int accept(int);
int poll(int first) { return first; }

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static __inline__ int Take(void) { return pthread_mutex_lock(&mutex); }
extern __inline __attribute__((__gnu_inline__)) int Give(void) {
  return pthread_mutex_unlock(&mutex);
}
static int Old(lock)
pthread_mutex_t* lock;
{ return pthread_mutex_trylock(lock); }
#define NOW() time(0)
#define LOCKED(x) (pthread_mutex_lock(&mutex), (x), pthread_mutex_unlock(&mutex))
extern time_t time();

int main(void) {
  Take();
  Give();
  sleep(1);
  usleep(1);
  LOCKED(Old(&mutex));
  return accept(poll(3)) + (NOW() == 0);
}
