// Spin locks of the C ABI. Nobody spins: a thread that would is blocked, which
// is what the spinning is for, and keeps a run short and its story readable.
// Four bytes have no room for a queue, so waiters wait on the address.
#include <errno.h>

#include "runtime/race/race_detector.h"
#include "runtime/sched/abi_support.h"
#include "runtime/sched/library.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

uint32_t Id(const Task* task) { return task->index + 1; }

}  // namespace

Task* SpinLockOwner(const volatile void* lock) {
  const uint32_t owner = static_cast<const volatile detsim_spin*>(lock)->owner;
  return owner == 0 ? nullptr : scheduler.threads()[owner - 1].task;
}

extern "C" {

DETSIM_ABI void detsim_spin_lock(detsim_spin* s) noexcept {
  scheduler.Announce(OperationKind::kSpinLock, s, DETSIM_CALLER);
  const uint32_t me = Id(scheduler.current());
  if (s->owner == me) {
    Misuse("a thread locks a spin lock that it holds already", DETSIM_CALLER);
  }
  while (s->owner != 0) {
    CheckForCycle(SpinLockOwner(s));
    BlockOnAddress(s, kForever);
  }
  s->owner = me;
  races.Acquire(s);
  scheduler.Touch(TouchMode::kAcquire, s);
}

DETSIM_ABI int detsim_spin_trylock(detsim_spin* s) noexcept {
  scheduler.Announce(OperationKind::kSpinTryLock, s, DETSIM_CALLER);
  scheduler.Touch(s->owner != 0 ? TouchMode::kRead : TouchMode::kTryAcquire, s);
  if (s->owner != 0) return EBUSY;
  s->owner = Id(scheduler.current());
  races.Acquire(s);
  scheduler.current()->idle = 0;
  return 0;
}

DETSIM_ABI void detsim_spin_unlock(detsim_spin* s) noexcept {
  if (s->owner != Id(scheduler.current())) {
    Misuse("a thread unlocks a spin lock that it does not hold", DETSIM_CALLER);
  }
  scheduler.Note(OperationKind::kSpinUnlock, s, DETSIM_CALLER);
  s->owner = 0;
  races.Release(s);
  scheduler.Touch(TouchMode::kRelease, s);
  WakeAllAtAddress(s);
}

DETSIM_ABI void detsim_spin_destroy(detsim_spin* s) noexcept {
  if (s->owner != 0) Misuse("a locked spin lock is destroyed", DETSIM_CALLER);
  scheduler.objects().Forget(s);
}

}  // extern "C"

}  // namespace detsim::runtime
