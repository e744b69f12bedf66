// The random numbers of POSIX, and clocks and ids beside the common ones.
// flags: -D_GNU_SOURCE
#include <stdlib.h>
#include <sys/random.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

long draw(unsigned short state[3]) {
  char buffer[8];
  detsim_srandom(1);
  detsim_srand48(1);
  if (detsim_getrandom(buffer, sizeof buffer, 0) < 0) return -1;
  if (detsim_getentropy(buffer, sizeof buffer)) return -1;
  detsim_arc4random_buf(buffer, sizeof buffer);
  return detsim_random() + detsim_lrand48() + detsim_nrand48(state) + detsim_mrand48() + detsim_jrand48(state) +
         (long)detsim_drand48() + (long)detsim_erand48(state) + detsim_arc4random() +
         detsim_arc4random_uniform(6);
}

long clocks(void) {
  struct timespec resolution;
  struct tms used;
  detsim_clock_getres(CLOCK_MONOTONIC, &resolution);
  return detsim_times(&used) + detsim_gettid();
}
