/* <threads.h> for precompiled code (--own_libs). Rows; see forward.h. The C
 * library's own would not go through <pthread.h>'s names. */
#define _GNU_SOURCE
#include "detsim/posix/threads.h"
#include "runtime/own_libs/forward.h"

DETSIM_FORWARD(int, thrd_create,
               (thrd_t * thread, thrd_start_t function, void* argument),
               (thread, function, argument))
DETSIM_FORWARD(int, thrd_join, (thrd_t thread, int* result), (thread, result))
DETSIM_FORWARD(int, thrd_detach, (thrd_t thread), (thread))
DETSIM_FORWARD(thrd_t, thrd_current, (void), ())
DETSIM_FORWARD(void, thrd_yield, (void), ())
DETSIM_FORWARD(int, thrd_sleep,
               (const struct timespec* delay, struct timespec* remaining),
               (delay, remaining))
DETSIM_LIBRARY_CALL void thrd_exit(int result) { detsim_thrd_exit(result); }

DETSIM_FORWARD(int, mtx_init, (mtx_t * m, int type), (m, type))
DETSIM_FORWARD(void, mtx_destroy, (mtx_t * m), (m))
DETSIM_FORWARD(int, mtx_lock, (mtx_t * m), (m))
DETSIM_FORWARD(int, mtx_trylock, (mtx_t * m), (m))
DETSIM_FORWARD(int, mtx_timedlock, (mtx_t * m, const struct timespec* deadline),
               (m, deadline))
DETSIM_FORWARD(int, mtx_unlock, (mtx_t * m), (m))

DETSIM_FORWARD(int, cnd_init, (cnd_t * c), (c))
DETSIM_FORWARD(void, cnd_destroy, (cnd_t * c), (c))
DETSIM_FORWARD(int, cnd_signal, (cnd_t * c), (c))
DETSIM_FORWARD(int, cnd_broadcast, (cnd_t * c), (c))
DETSIM_FORWARD(int, cnd_wait, (cnd_t * c, mtx_t* m), (c, m))
DETSIM_FORWARD(int, cnd_timedwait,
               (cnd_t * c, mtx_t* m, const struct timespec* deadline),
               (c, m, deadline))

DETSIM_FORWARD(void, call_once, (once_flag * flag, void (*function)(void)),
               (flag, function))
DETSIM_FORWARD(int, tss_create, (tss_t * key, tss_dtor_t destructor),
               (key, destructor))
DETSIM_FORWARD(void, tss_delete, (tss_t key), (key))
DETSIM_FORWARD(void*, tss_get, (tss_t key), (key))
DETSIM_FORWARD(int, tss_set, (tss_t key, void* value), (key, value))
