/* <pthread.h> and <semaphore.h> for precompiled code (--own_libs). Rows; see
 * forward.h. Attributes are glibc's own objects and need none. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>

#include "detsim/posix/pthread.h"
#include "detsim/posix/semaphore.h"
#include "runtime/own_libs/forward.h"

typedef void* (*thread_function)(void*);
typedef const struct timespec* time_point;

/* ---- Threads ---- */

DETSIM_FORWARD(int, pthread_create,
               (pthread_t * thread, const pthread_attr_t* attributes,
                thread_function function, void* argument),
               (thread, attributes, function, argument))
DETSIM_FORWARD(int, pthread_join, (pthread_t thread, void** result),
               (thread, result))
DETSIM_FORWARD(int, pthread_tryjoin_np, (pthread_t thread, void** result),
               (thread, result))
DETSIM_FORWARD(int, pthread_timedjoin_np,
               (pthread_t thread, void** result, time_point deadline),
               (thread, result, deadline))
DETSIM_FORWARD(int, pthread_clockjoin_np,
               (pthread_t thread, void** result, clockid_t clock,
                time_point deadline),
               (thread, result, clock, deadline))
DETSIM_FORWARD(int, pthread_detach, (pthread_t thread), (thread))
DETSIM_FORWARD(pthread_t, pthread_self, (void), ())
DETSIM_LIBRARY_CALL void pthread_exit(void* result) {
  detsim_pthread_exit(result);
}
DETSIM_FORWARD(int, pthread_setname_np, (pthread_t thread, const char* name),
               (thread, name))
DETSIM_FORWARD(int, pthread_getname_np,
               (pthread_t thread, char* buffer, size_t size),
               (thread, buffer, size))

/* ---- Cancellation ---- */

DETSIM_FORWARD(int, pthread_cancel, (pthread_t thread), (thread))
DETSIM_FORWARD(void, pthread_testcancel, (void), ())
DETSIM_FORWARD(int, pthread_setcancelstate, (int state, int* old), (state, old))
DETSIM_FORWARD(int, pthread_setcanceltype, (int type, int* old), (type, old))

/* ---- What simulated threads have none of ---- */

DETSIM_FORWARD(int, pthread_setschedparam,
               (pthread_t thread, int policy,
                const struct sched_param* parameters),
               (thread, policy, parameters))
DETSIM_FORWARD(int, pthread_getschedparam,
               (pthread_t thread, int* policy, struct sched_param* parameters),
               (thread, policy, parameters))
DETSIM_FORWARD(int, pthread_setschedprio, (pthread_t thread, int priority),
               (thread, priority))
DETSIM_FORWARD(int, pthread_setaffinity_np,
               (pthread_t thread, size_t bytes, const cpu_set_t* processors),
               (thread, bytes, processors))
DETSIM_FORWARD(int, pthread_getaffinity_np,
               (pthread_t thread, size_t bytes, cpu_set_t* processors),
               (thread, bytes, processors))

/* What std::thread::hardware_concurrency() calls. */
DETSIM_FORWARD_TO((int)detsim_hardware_concurrency, int, get_nprocs, (void), ())

/* ---- Mutexes ---- */

DETSIM_FORWARD(int, pthread_mutex_init,
               (pthread_mutex_t * m, const pthread_mutexattr_t* attributes),
               (m, attributes))
DETSIM_FORWARD(int, pthread_mutex_destroy, (pthread_mutex_t * m), (m))
DETSIM_FORWARD(int, pthread_mutex_lock, (pthread_mutex_t * m), (m))
DETSIM_FORWARD(int, pthread_mutex_trylock, (pthread_mutex_t * m), (m))
DETSIM_FORWARD(int, pthread_mutex_timedlock,
               (pthread_mutex_t * m, time_point deadline), (m, deadline))
DETSIM_FORWARD(int, pthread_mutex_clocklock,
               (pthread_mutex_t * m, clockid_t clock, time_point deadline),
               (m, clock, deadline))
DETSIM_FORWARD(int, pthread_mutex_unlock, (pthread_mutex_t * m), (m))
DETSIM_FORWARD(int, pthread_mutex_consistent, (pthread_mutex_t * m), (m))
DETSIM_FORWARD(int, pthread_mutex_getprioceiling,
               (const pthread_mutex_t* m, int* ceiling), (m, ceiling))
DETSIM_FORWARD(int, pthread_mutex_setprioceiling,
               (pthread_mutex_t * m, int ceiling, int* old), (m, ceiling, old))

/* ---- Condition variables ---- */

DETSIM_FORWARD(int, pthread_cond_init,
               (pthread_cond_t * c, const pthread_condattr_t* attributes),
               (c, attributes))
DETSIM_FORWARD(int, pthread_cond_destroy, (pthread_cond_t * c), (c))
DETSIM_FORWARD(int, pthread_cond_wait, (pthread_cond_t * c, pthread_mutex_t* m),
               (c, m))
DETSIM_FORWARD(int, pthread_cond_timedwait,
               (pthread_cond_t * c, pthread_mutex_t* m, time_point deadline),
               (c, m, deadline))
DETSIM_FORWARD(int, pthread_cond_clockwait,
               (pthread_cond_t * c, pthread_mutex_t* m, clockid_t clock,
                time_point deadline),
               (c, m, clock, deadline))
DETSIM_FORWARD(int, pthread_cond_signal, (pthread_cond_t * c), (c))
DETSIM_FORWARD(int, pthread_cond_broadcast, (pthread_cond_t * c), (c))

/* ---- Read-write locks ---- */

DETSIM_FORWARD(int, pthread_rwlock_init,
               (pthread_rwlock_t * m, const pthread_rwlockattr_t* attributes),
               (m, attributes))
DETSIM_FORWARD(int, pthread_rwlock_destroy, (pthread_rwlock_t * m), (m))
DETSIM_FORWARD(int, pthread_rwlock_rdlock, (pthread_rwlock_t * m), (m))
DETSIM_FORWARD(int, pthread_rwlock_tryrdlock, (pthread_rwlock_t * m), (m))
DETSIM_FORWARD(int, pthread_rwlock_timedrdlock,
               (pthread_rwlock_t * m, time_point deadline), (m, deadline))
DETSIM_FORWARD(int, pthread_rwlock_clockrdlock,
               (pthread_rwlock_t * m, clockid_t clock, time_point deadline),
               (m, clock, deadline))
DETSIM_FORWARD(int, pthread_rwlock_wrlock, (pthread_rwlock_t * m), (m))
DETSIM_FORWARD(int, pthread_rwlock_trywrlock, (pthread_rwlock_t * m), (m))
DETSIM_FORWARD(int, pthread_rwlock_timedwrlock,
               (pthread_rwlock_t * m, time_point deadline), (m, deadline))
DETSIM_FORWARD(int, pthread_rwlock_clockwrlock,
               (pthread_rwlock_t * m, clockid_t clock, time_point deadline),
               (m, clock, deadline))
DETSIM_FORWARD(int, pthread_rwlock_unlock, (pthread_rwlock_t * m), (m))

/* ---- Barriers, spin locks, once ---- */

DETSIM_FORWARD(int, pthread_barrier_init,
               (pthread_barrier_t * b, const pthread_barrierattr_t* attributes,
                unsigned count),
               (b, attributes, count))
DETSIM_FORWARD(int, pthread_barrier_destroy, (pthread_barrier_t * b), (b))
DETSIM_FORWARD(int, pthread_barrier_wait, (pthread_barrier_t * b), (b))
DETSIM_FORWARD(int, pthread_spin_init, (pthread_spinlock_t * s, int shared),
               (s, shared))
DETSIM_FORWARD(int, pthread_spin_destroy, (pthread_spinlock_t * s), (s))
DETSIM_FORWARD(int, pthread_spin_lock, (pthread_spinlock_t * s), (s))
DETSIM_FORWARD(int, pthread_spin_trylock, (pthread_spinlock_t * s), (s))
DETSIM_FORWARD(int, pthread_spin_unlock, (pthread_spinlock_t * s), (s))
DETSIM_FORWARD(int, pthread_once,
               (pthread_once_t * once, void (*function)(void)),
               (once, function))

/* ---- Keys: served at link time for code in the program, under the linker's
 * names for wrapped functions (task_local.cc). ---- */

int __wrap_pthread_key_create(pthread_key_t* key, void (*destructor)(void*));
int __wrap_pthread_key_delete(pthread_key_t key);
void* __wrap_pthread_getspecific(pthread_key_t key);
int __wrap_pthread_setspecific(pthread_key_t key, const void* value);

DETSIM_FORWARD_TO(__wrap_pthread_key_create, int, pthread_key_create,
                  (pthread_key_t * key, void (*destructor)(void*)),
                  (key, destructor))
DETSIM_FORWARD_TO(__wrap_pthread_key_delete, int, pthread_key_delete,
                  (pthread_key_t key), (key))
DETSIM_FORWARD_TO(__wrap_pthread_getspecific, void*, pthread_getspecific,
                  (pthread_key_t key), (key))
DETSIM_FORWARD_TO(__wrap_pthread_setspecific, int, pthread_setspecific,
                  (pthread_key_t key, const void* value), (key, value))

/* The destructors of thread_local variables, for language libraries that go
 * past the C++ library's function (task_local.cc). */
typedef void (*destructor)(void*);
int __cxa_thread_atexit(destructor function, void* object, void* library);
DETSIM_FORWARD_TO(__cxa_thread_atexit, int, __cxa_thread_atexit_impl,
                  (destructor function, void* object, void* library),
                  (function, object, library))

/* ---- <semaphore.h> ---- */

DETSIM_FORWARD(int, sem_init, (sem_t * s, int shared, unsigned value),
               (s, shared, value))
DETSIM_FORWARD(int, sem_destroy, (sem_t * s), (s))
DETSIM_FORWARD(int, sem_wait, (sem_t * s), (s))
DETSIM_FORWARD(int, sem_trywait, (sem_t * s), (s))
DETSIM_FORWARD(int, sem_timedwait, (sem_t * s, time_point deadline),
               (s, deadline))
DETSIM_FORWARD(int, sem_clockwait,
               (sem_t * s, clockid_t clock, time_point deadline),
               (s, clock, deadline))
DETSIM_FORWARD(int, sem_post, (sem_t * s), (s))
DETSIM_FORWARD(int, sem_getvalue, (sem_t * s, int* value), (s, value))
DETSIM_FORWARD(int, sem_close, (sem_t * s), (s))
DETSIM_FORWARD(int, sem_unlink, (const char* name), (name))
/* What follows the flags is there with O_CREAT alone. */
DETSIM_LIBRARY_CALL sem_t* sem_open(const char* name, int flags, ...) {
  if (!(flags & O_CREAT)) return detsim_sem_open(name, flags);
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  const unsigned value = va_arg(rest, unsigned);
  va_end(rest);
  return detsim_sem_open(name, flags, mode, value);
}
