// Barriers of the C ABI.
#include "runtime/sched/abi_support.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {

extern "C" {

DETSIM_ABI int detsim_barrier_wait(detsim_barrier* b) noexcept {
  scheduler.Announce(OperationKind::kArrive, b, DETSIM_CALLER);
  scheduler.NoteProgress();
  if (++b->arrived == b->threshold) {
    b->arrived = 0;
    ++b->phase;
    scheduler.WakeAll(&b->waiters);
    return 1;
  }
  // Those that wait are woken at the end of their phase and at no other time,
  // so they need not look at the barrier again: it may be gone by then.
  scheduler.Block(&b->waiters);
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
