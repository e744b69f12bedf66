// Random numbers: the run's own stream, and the generators of C and POSIX.
// Those are glibc's, so that a program draws what it draws elsewhere, on a
// state that each run starts afresh, as a process would.
#include <stdlib.h>

#include <cstring>

#include "runtime/base/prng.h"
#include "runtime/sched/abi_support.h"
#include "runtime/sched/library.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

// rand() and random() share one generator, seeded with 1 (C11 7.22.2).
constexpr size_t kRandomStateBytes = 128;  // glibc's own choice.
random_data random_generator;
char random_state[kRandomStateBytes];
bool random_is_ready = false;

// drand48() and its kin; all-zero is the state of a fresh process.
drand48_data drand48_state;

random_data* Generator() {
  if (!random_is_ready) {
    memset(&random_generator, 0, sizeof random_generator);
    initstate_r(1, random_state, sizeof random_state, &random_generator);
    random_is_ready = true;
  }
  return &random_generator;
}

}  // namespace

void ResetRandom() {
  random_is_ready = false;
  memset(&drand48_state, 0, sizeof drand48_state);
}

extern "C" {

DETSIM_ABI uint32_t detsim_random_u32(void) noexcept {
  scheduler.Announce(OperationKind::kRandom, nullptr, DETSIM_CALLER);
  // A calm run has numbers that differ: programs draw until they do, and
  // libstdc++'s distributions reject zeros for ever.
  const Task* me = scheduler.current();
  const auto calm =
      static_cast<uint32_t>(HashMix(HashMix(me->key) + me->operation));
  return static_cast<uint32_t>(
             scheduler.Choose(Stream::kValue, uint64_t{1} << 32)) ^
         calm;
}

DETSIM_ABI long detsim_random(void) noexcept {
  int32_t result = 0;
  random_r(Generator(), &result);
  return result;
}
DETSIM_ABI void detsim_srandom(unsigned seed) noexcept {
  srandom_r(seed, Generator());
}
DETSIM_ABI int detsim_rand(void) noexcept {
  return static_cast<int>(detsim_random());
}
DETSIM_ABI void detsim_srand(unsigned seed) noexcept { detsim_srandom(seed); }

DETSIM_ABI double detsim_drand48(void) noexcept {
  double result = 0;
  drand48_r(&drand48_state, &result);
  return result;
}
DETSIM_ABI double detsim_erand48(unsigned short state[3]) noexcept {
  double result = 0;
  erand48_r(state, &drand48_state, &result);
  return result;
}
DETSIM_ABI long detsim_lrand48(void) noexcept {
  long result = 0;
  lrand48_r(&drand48_state, &result);
  return result;
}
DETSIM_ABI long detsim_nrand48(unsigned short state[3]) noexcept {
  long result = 0;
  nrand48_r(state, &drand48_state, &result);
  return result;
}
DETSIM_ABI long detsim_mrand48(void) noexcept {
  long result = 0;
  mrand48_r(&drand48_state, &result);
  return result;
}
DETSIM_ABI long detsim_jrand48(unsigned short state[3]) noexcept {
  long result = 0;
  jrand48_r(state, &drand48_state, &result);
  return result;
}
DETSIM_ABI void detsim_srand48(long seed) noexcept {
  srand48_r(seed, &drand48_state);
}
DETSIM_ABI unsigned short* detsim_seed48(unsigned short state[3]) noexcept {
  seed48_r(state, &drand48_state);
  return drand48_state.__old_x;
}
DETSIM_ABI void detsim_lcong48(unsigned short parameters[7]) noexcept {
  lcong48_r(parameters, &drand48_state);
}

}  // extern "C"

}  // namespace detsim::runtime
