/* What every POSIX shim needs, in C and in C++. A shim has the signature of
 * the function it stands for, so its address can be taken. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_C_CONFIG_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_C_CONFIG_H_
#pragma GCC system_header

#include "detsim/abi.h"

/* In C++ one function in the whole program, in C one a unit. Inlined, so that
 * the return address which the runtime takes belongs to the user's line. */
#ifdef __cplusplus
#define DETSIM_C_INLINE inline
#else
#define DETSIM_C_INLINE static inline
#endif
#define DETSIM_C_SHIM DETSIM_C_INLINE __attribute__((always_inline))

/* Touches the shims' own data where a preemption between two accesses would
 * break an invariant; it calls nothing instrumented. */
#define DETSIM_C_NO_PREEMPTION \
  DETSIM_C_INLINE __attribute__((noinline, no_sanitize("thread")))

/* The clocks of clock_gettime, by number: strict C has no names for them. */
enum {
  DETSIM_CLOCKID_REALTIME = 0,
  DETSIM_CLOCKID_MONOTONIC = 1,
  DETSIM_CLOCKID_REALTIME_COARSE = 5,
  DETSIM_CLOCKID_REALTIME_ALARM = 8,
  DETSIM_CLOCKID_TAI = 11,
  DETSIM_CLOCKID_MAX = 11
};

/* Whether a C mode declares struct timespec. */
#if defined(__cplusplus) ||                                       \
    (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L) || \
    (defined(_POSIX_C_SOURCE) && _POSIX_C_SOURCE >= 199309L)
#define DETSIM_HAS_TIMESPEC 1
#else
#define DETSIM_HAS_TIMESPEC 0
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_C_CONFIG_H_ */
