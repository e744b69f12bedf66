// pthread_once as seen by code that is not rewritten; std::call_once uses it.
// Compiled with exceptions: a function that throws lets another caller try.
#include <pthread.h>

#include <cstdint>

#include "runtime/race/race_detector.h"
#include "runtime/sched/abi_support.h"
#include "runtime/sched/library.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

enum : int32_t { kNeverRan = 0, kRunning = 1, kDone = 2 };

// Says how it ended also when the function throws.
struct Attempt {
  ~Attempt() {
    *state = outcome;
    races.Release(state);
    scheduler.Touch(TouchMode::kWrite, state);
    WakeAllAtAddress(state);
  }
  int32_t* state;
  int32_t outcome = kNeverRan;
};

}  // namespace

extern "C" DETSIM_ABI int pthread_once(pthread_once_t* once,
                                       void (*function)()) {
  static_assert(sizeof(pthread_once_t) == sizeof(int32_t));
  scheduler.Initialize();
  auto* state = reinterpret_cast<int32_t*>(once);
  if (*state == kRunning) {
    scheduler.current()->pending = {
        .kind = OperationKind::kOnce, .object = once, .pc = DETSIM_CALLER};
    BlockWhile(state, kRunning);
  }
  races.Acquire(state);
  scheduler.Touch(*state == kDone ? TouchMode::kRead : TouchMode::kWrite,
                  state);
  if (*state == kDone) return 0;
  *state = kRunning;
  Attempt attempt{state};
  function();
  attempt.outcome = kDone;
  return 0;
}

}  // namespace detsim::runtime
