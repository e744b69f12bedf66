/* Sleeps, random numbers and the thread's id for precompiled code (--own_libs).
 * Rows; see forward.h. Reading a clock is no decision there, as without
 * --own_libs (sched/library_clock.cc): a test framework does it in every test,
 * and one that decides nothing else is run once. */
#define _GNU_SOURCE
#include "detsim/posix/sched.h"
#include "detsim/posix/stdlib.h"
#include "detsim/posix/sys/random.h"
#include "detsim/posix/time.h"
#include "detsim/posix/unistd.h"
#include "runtime/own_libs/forward.h"

/* ---- Sleeping ---- */

DETSIM_FORWARD(int, nanosleep,
               (const struct timespec* delay, struct timespec* remaining),
               (delay, remaining))
DETSIM_FORWARD(int, clock_nanosleep,
               (clockid_t clock, int flags, const struct timespec* time,
                struct timespec* remaining),
               (clock, flags, time, remaining))
DETSIM_FORWARD(int, usleep, (useconds_t microseconds), (microseconds))
DETSIM_FORWARD(unsigned, sleep, (unsigned seconds), (seconds))
DETSIM_FORWARD(int, sched_yield, (void), ())

/* ---- Random numbers ---- */

DETSIM_FORWARD(int, rand, (void), ())
DETSIM_FORWARD(void, srand, (unsigned seed), (seed))
DETSIM_FORWARD(long, random, (void), ())
DETSIM_FORWARD(void, srandom, (unsigned seed), (seed))
DETSIM_FORWARD(double, drand48, (void), ())
DETSIM_FORWARD(double, erand48, (unsigned short state[3]), (state))
DETSIM_FORWARD(long, lrand48, (void), ())
DETSIM_FORWARD(long, nrand48, (unsigned short state[3]), (state))
DETSIM_FORWARD(long, mrand48, (void), ())
DETSIM_FORWARD(long, jrand48, (unsigned short state[3]), (state))
DETSIM_FORWARD(void, srand48, (long seed), (seed))
DETSIM_FORWARD(unsigned short*, seed48, (unsigned short state[3]), (state))
DETSIM_FORWARD(void, lcong48, (unsigned short parameters[7]), (parameters))
DETSIM_FORWARD(unsigned, arc4random, (void), ())
DETSIM_FORWARD(void, arc4random_buf, (void* buffer, size_t size),
               (buffer, size))
DETSIM_FORWARD(unsigned, arc4random_uniform, (unsigned bound), (bound))
DETSIM_FORWARD(ssize_t, getrandom, (void* buffer, size_t size, unsigned flags),
               (buffer, size, flags))
DETSIM_FORWARD(int, getentropy, (void* buffer, size_t size), (buffer, size))

/* unsigned std::random_device::_M_getval(), of libstdc++. */
DETSIM_LIBRARY_CALL unsigned _ZNSt13random_device9_M_getvalEv(void* device) {
  (void)device;
  return detsim_random_u32();
}

/* ---- The thread's id ---- */

DETSIM_FORWARD(pid_t, gettid, (void), ())
