// The guards of function-local statics (Itanium C++ ABI 3.3.3). Ours, because
// the library's would block the only OS thread when a fiber is preempted inside
// an initialiser. No choice of their own.
#include "runtime/race/race_detector.h"
#include "runtime/sched/abi_support.h"
#include "runtime/sched/library.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

// The compiler's fast path looks at byte 0 only.
struct Guard {
  uint8_t done;
  uint8_t unused[3];
  int32_t running;
};

}  // namespace

extern "C" {

DETSIM_ABI int detsim_guard_acquire(Guard* guard) asm("__cxa_guard_acquire");
DETSIM_ABI void detsim_guard_release(Guard* guard) asm("__cxa_guard_release");
DETSIM_ABI void detsim_guard_abort(Guard* guard) asm("__cxa_guard_abort");

int detsim_guard_acquire(Guard* guard) {
  scheduler.Initialize();
  if (guard->done != 0) {
    races.Acquire(guard);
    return 0;
  }
  Task* me = scheduler.current();
  if (guard->running != 0) {
    me->pending = {.kind = OperationKind::kStaticGuard,
                   .object = guard,
                   .pc = DETSIM_CALLER};
    BlockWhile(&guard->running, 1);
  }
  races.Acquire(guard);
  scheduler.Touch(guard->done != 0 ? TouchMode::kRead : TouchMode::kWrite,
                  guard);
  if (guard->done != 0) return 0;
  guard->running = 1;
  return 1;
}

void detsim_guard_release(Guard* guard) {
  guard->done = 1;
  guard->running = 0;
  races.Release(guard);
  scheduler.Touch(TouchMode::kWrite, guard);
  WakeAllAtAddress(&guard->running);
}

void detsim_guard_abort(Guard* guard) {
  guard->running = 0;
  races.Release(guard);
  scheduler.Touch(TouchMode::kWrite, guard);
  WakeAllAtAddress(&guard->running);
}

}  // extern "C"

}  // namespace detsim::runtime
