// The threads of C11.
#include <threads.h>

static mtx_t mutex;
static cnd_t condition;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static thread_local int mine;

static void init(void) { detsim_tss_create(&key, 0); }

static int run(void *argument) {
  struct timespec end = {1, 0};
  detsim_call_once(&once, init);
  detsim_mtx_lock(&mutex);
  while (mine++ < 2) detsim_cnd_timedwait(&condition, &mutex, &end);
  detsim_cnd_wait(&condition, &mutex);
  detsim_cnd_signal(&condition);
  detsim_cnd_broadcast(&condition);
  detsim_mtx_unlock(&mutex);
  if (detsim_mtx_trylock(&mutex) == thrd_busy) detsim_thrd_exit(1);
  detsim_mtx_timedlock(&mutex, &end);
  detsim_tss_set(key, argument);
  return detsim_tss_get(key) == argument;
}

int main(void) {
  thrd_t thread;
  struct timespec delay = {0, 1};
  detsim_mtx_init(&mutex, mtx_plain);
  detsim_cnd_init(&condition);
  detsim_thrd_create(&thread, run, 0);
  detsim_thrd_yield();
  detsim_thrd_sleep(&delay, 0);
  if (detsim_thrd_equal(thread, detsim_thrd_current())) detsim_thrd_detach(thread);
  detsim_thrd_join(thread, 0);
  detsim_cnd_destroy(&condition);
  detsim_mtx_destroy(&mutex);
  detsim_tss_delete(key);
  return 0;
}
