// Semaphores of the C ABI.
//
// A release wakes all waiters; they compete, as for a mutex (mutex.cc), so
// that the order in which they succeed is a scheduling choice. Those for whom
// nothing is left wait again.
#include <errno.h>

#include "runtime/race/race_detector.h"
#include "runtime/sched/abi_support.h"
#include "runtime/sched/competitor.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

void Take(detsim_semaphore* s) {
  if (--s->count == 0) scheduler.ReturnLosers(&s->waiters, true);
  races.Acquire(s);
}

}  // namespace

extern "C" {

DETSIM_ABI int detsim_semaphore_acquire(detsim_semaphore* s,
                                        uint64_t deadline) noexcept {
  scheduler.Announce(OperationKind::kAcquire, s, DETSIM_CALLER);
  while (s->count == 0) {
    if (TakeInterruption()) return EINTR;
    Competitor competitor(&s->waiters, Instant{deadline});
    if (Instant{deadline} <= scheduler.now() ||
        (scheduler.Block(&s->waiters, Instant{deadline}) && s->count == 0)) {
      scheduler.Touch(TouchMode::kRead, s);
      return ETIMEDOUT;
    }
  }
  Take(s);
  scheduler.Touch(TouchMode::kWrite, s);
  return 0;
}

DETSIM_ABI int detsim_semaphore_try_acquire(detsim_semaphore* s,
                                            int may_fail) noexcept {
  scheduler.Announce(OperationKind::kTryAcquire, s, DETSIM_CALLER);
  scheduler.Touch(s->count == 0 ? TouchMode::kRead : TouchMode::kWrite, s);
  if (s->count == 0) return EAGAIN;
  if (may_fail && scheduler.Choose(Stream::kSpurious, 2) != 0) return EAGAIN;
  Take(s);
  scheduler.current()->idle = 0;
  return 0;
}

DETSIM_ABI int detsim_semaphore_release(detsim_semaphore* s, uint64_t update,
                                        uint64_t max) noexcept {
  scheduler.Announce(OperationKind::kRelease, s, DETSIM_CALLER);
  if (s->count > max || update > max - s->count) return EOVERFLOW;
  s->count += update;
  races.Release(s);
  scheduler.NoteProgress();
  if (update != 0) scheduler.WakeAll(&s->waiters);
  return 0;
}

DETSIM_ABI uint64_t detsim_semaphore_count(const detsim_semaphore* s) noexcept {
  scheduler.Announce(OperationKind::kCount, s, DETSIM_CALLER);
  return s->count;
}

DETSIM_ABI void detsim_semaphore_destroy(detsim_semaphore* s) noexcept {
  if (s->waiters.head != nullptr) {
    Misuse("a semaphore is destroyed while threads wait for it", DETSIM_CALLER);
  }
  scheduler.objects().Forget(s);
}

}  // extern "C"

}  // namespace detsim::runtime
