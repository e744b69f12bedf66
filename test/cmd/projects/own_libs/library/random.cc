// Random numbers decide how long a thread goes on: were they not the run's,
// its repetition would differ.
#include <sched.h>
#include <stdlib.h>
#include <sys/random.h>

#include <random>

#include "check.h"
#include "surface.h"

std::string RandomNumbers() {
  CHECK(OnThreads(2, [](int) {
    std::random_device device;
    unsigned bytes = 0;
    if (getrandom(&bytes, sizeof bytes, 0) != sizeof bytes) return false;
    unsigned rounds = device() % 8 + bytes % 8;
    rounds += static_cast<unsigned>(rand()) % 8;
    while (rounds-- > 0) sched_yield();
    return true;
  }));
  return "";
}
