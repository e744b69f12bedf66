// The random numbers of POSIX, and clocks and ids beside the common ones.
// flags: -D_GNU_SOURCE
#include <stdlib.h>
#include <sys/random.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

long draw(unsigned short state[3]) {
  char buffer[8];
  srandom(1);
  srand48(1);
  if (getrandom(buffer, sizeof buffer, 0) < 0) return -1;
  if (getentropy(buffer, sizeof buffer)) return -1;
  arc4random_buf(buffer, sizeof buffer);
  return random() + lrand48() + nrand48(state) + mrand48() + jrand48(state) +
         (long)drand48() + (long)erand48(state) + arc4random() +
         arc4random_uniform(6);
}

long clocks(void) {
  struct timespec resolution;
  struct tms used;
  clock_getres(CLOCK_MONOTONIC, &resolution);
  return times(&used) + gettid();
}
