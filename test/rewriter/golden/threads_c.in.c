// The threads of C11.
#include <threads.h>

static mtx_t mutex;
static cnd_t condition;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static thread_local int mine;

static void init(void) { tss_create(&key, 0); }

static int run(void *argument) {
  struct timespec end = {1, 0};
  call_once(&once, init);
  mtx_lock(&mutex);
  while (mine++ < 2) cnd_timedwait(&condition, &mutex, &end);
  cnd_wait(&condition, &mutex);
  cnd_signal(&condition);
  cnd_broadcast(&condition);
  mtx_unlock(&mutex);
  if (mtx_trylock(&mutex) == thrd_busy) thrd_exit(1);
  mtx_timedlock(&mutex, &end);
  tss_set(key, argument);
  return tss_get(key) == argument;
}

int main(void) {
  thrd_t thread;
  struct timespec delay = {0, 1};
  mtx_init(&mutex, mtx_plain);
  cnd_init(&condition);
  thrd_create(&thread, run, 0);
  thrd_yield();
  thrd_sleep(&delay, 0);
  if (thrd_equal(thread, thrd_current())) thrd_detach(thread);
  thrd_join(thread, 0);
  cnd_destroy(&condition);
  mtx_destroy(&mutex);
  tss_delete(key);
  return 0;
}
