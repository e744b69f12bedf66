// Barriers of the C ABI.
#include "runtime/race/race_detector.h"
#include "runtime/sched/abi_support.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {

namespace {

// Where the clocks of a phase are kept: a fast thread may arrive for the next
// phase before a slow one has left this one, but not for the one after.
const void* PhaseOf(const detsim_barrier* b) {
  return reinterpret_cast<const char*>(b) + (b->phase & 1);
}

}  // namespace

extern "C" {

DETSIM_ABI int detsim_barrier_wait(detsim_barrier* b) noexcept {
  scheduler.Announce(OperationKind::kArrive, b, DETSIM_CALLER);
  scheduler.NoteProgress();
  const void* phase = PhaseOf(b);
  races.Release(phase);
  if (++b->arrived == b->threshold) {
    b->arrived = 0;
    ++b->phase;
    scheduler.WakeAll(&b->waiters);
    races.Acquire(phase);
    return 1;
  }
  // Those that wait are woken at the end of their phase and at no other time,
  // so they need not look at the barrier again: it may be gone by then.
  scheduler.Block(&b->waiters);
  races.Acquire(phase);
  return 0;
}

DETSIM_ABI void detsim_barrier_destroy(detsim_barrier* b) noexcept {
  if (b->waiters.head != nullptr) {
    Misuse("a barrier is destroyed while threads wait at it", DETSIM_CALLER);
  }
  scheduler.objects().Forget(b);
}

}  // extern "C"

}  // namespace detsim::runtime
