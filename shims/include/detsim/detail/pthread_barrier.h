/* Barriers and spin locks of <pthread.h>, in place in the user's objects.
 * Strict C has no such types, and then this header declares nothing. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PTHREAD_BARRIER_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PTHREAD_BARRIER_H_
#pragma GCC system_header

#include <errno.h>
#include <pthread.h>

#include "detsim/detail/c_config.h"

#ifdef PTHREAD_BARRIER_SERIAL_THREAD

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Barriers ---- */

DETSIM_C_SHIM int detsim_pthread_barrier_init(
    pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
    unsigned count) DETSIM_NOEXCEPT {
  (void)attributes; /* Sharing between processes. */
  if (count == 0) return EINVAL;
  __builtin_memset(barrier, 0, sizeof(*barrier));
  ((detsim_barrier*)barrier)->threshold = count;
  return 0;
}

DETSIM_C_SHIM int detsim_pthread_barrier_destroy(pthread_barrier_t* barrier)
    DETSIM_NOEXCEPT {
  detsim_barrier_destroy((detsim_barrier*)barrier);
  return 0;
}

DETSIM_C_SHIM int detsim_pthread_barrier_wait(pthread_barrier_t* barrier)
    DETSIM_NOEXCEPT {
  return detsim_barrier_wait((detsim_barrier*)barrier)
             ? PTHREAD_BARRIER_SERIAL_THREAD
             : 0;
}

/* ---- Spin locks ---- */

DETSIM_C_SHIM int detsim_pthread_spin_init(pthread_spinlock_t* lock,
                                           int shared) DETSIM_NOEXCEPT {
  (void)shared;
  *lock = 0;
  return 0;
}

DETSIM_C_SHIM int detsim_pthread_spin_destroy(pthread_spinlock_t* lock)
    DETSIM_NOEXCEPT {
  detsim_spin_destroy((detsim_spin*)lock);
  return 0;
}

DETSIM_C_SHIM int detsim_pthread_spin_lock(pthread_spinlock_t* lock)
    DETSIM_NOEXCEPT {
  detsim_spin_lock((detsim_spin*)lock);
  return 0;
}

DETSIM_C_SHIM int detsim_pthread_spin_trylock(pthread_spinlock_t* lock)
    DETSIM_NOEXCEPT {
  return detsim_spin_trylock((detsim_spin*)lock);
}

DETSIM_C_SHIM int detsim_pthread_spin_unlock(pthread_spinlock_t* lock)
    DETSIM_NOEXCEPT {
  detsim_spin_unlock((detsim_spin*)lock);
  return 0;
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* PTHREAD_BARRIER_SERIAL_THREAD */

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PTHREAD_BARRIER_H_ */
