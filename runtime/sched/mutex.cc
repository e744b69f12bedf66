// Mutexes of the C ABI, exclusive and shared.
//
// Unlocking wakes all waiters; they compete, and whoever is picked first gets
// it. So the order in which waiters succeed is a scheduling choice like any
// other, and a preempted waiter can be overtaken, as with a real futex. The
// losers wait again without a choice: they could only find it taken.
#include <errno.h>

#include "runtime/race/race_detector.h"
#include "runtime/sched/abi_support.h"
#include "runtime/sched/competitor.h"
#include "runtime/sched/robust_mutexes.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

bool HeldByCurrent(const detsim_mutex* m) {
  return m->owner == scheduler.current();
}

bool FreeForExclusive(const detsim_mutex* m) {
  return m->owner == nullptr && m->readers == 0;
}

// 0, or what there is to tell of a robust mutex.
int Take(detsim_mutex* m) {
  if (m->robust == DETSIM_MUTEX_NOT_RECOVERABLE) return ENOTRECOVERABLE;
  scheduler.ReturnLosers(&m->waiters, true);
  m->owner = scheduler.current();
  m->depth = 1;
  NoteExclusive(m);
  return (m->kind & DETSIM_MUTEX_ROBUST) != 0 ? HoldRobust(m) : 0;
}

void TakeShared(detsim_mutex* m) {
  scheduler.ReturnLosers(&m->waiters, false);
  ++m->readers;
  NoteShared(m);
}

// For the step log: a try. Failing for no reason changes nothing either.
int Tried(const detsim_mutex* m, int error) {
  scheduler.Touch(error == 0 ? TouchMode::kTryAcquire : TouchMode::kRead, m);
  return error;
}

// A relock by the holder. 0 when it counts, EDEADLK when it is refused; a
// verdict for the kinds that would hang.
int Relock(detsim_mutex* m, uintptr_t pc) {
  switch (m->kind & 3) {
    case DETSIM_MUTEX_RECURSIVE:
      ++m->depth;
      return 0;
    case DETSIM_MUTEX_ERRORCHECK:
      return EDEADLK;
    default:
      Misuse("a thread locks a mutex that it holds already", pc);
  }
}

// Waits until the mutex is free or the deadline passes.
int Acquire(detsim_mutex* m, Instant deadline) {
  while (!FreeForExclusive(m)) {
    Competitor competitor(&m->waiters, deadline);
    if (deadline <= scheduler.now()) return Tried(m, ETIMEDOUT);
    if (deadline == kForever) CheckForCycle(static_cast<Task*>(m->owner));
    if (scheduler.Block(&m->waiters, deadline) && !FreeForExclusive(m)) {
      return Tried(m, ETIMEDOUT);
    }
  }
  scheduler.Touch(TouchMode::kAcquire, m);
  return Take(m);
}

int AcquireShared(detsim_mutex* m, Instant deadline) {
  while (m->owner != nullptr) {
    Competitor competitor(&m->waiters, deadline);
    if (deadline <= scheduler.now()) return Tried(m, ETIMEDOUT);
    if (deadline == kForever) CheckForCycle(static_cast<Task*>(m->owner));
    if (scheduler.Block(&m->waiters, deadline) && m->owner != nullptr) {
      return Tried(m, ETIMEDOUT);
    }
  }
  TakeShared(m);
  scheduler.Touch(TouchMode::kAcquireShared, m);
  return 0;
}

}  // namespace

void NoteExclusive(const detsim_mutex* m) {
  races.Acquire(m);
  races.Acquire(&m->readers);
}

void NoteShared(const detsim_mutex* m) { races.Acquire(m); }

void ReleaseShared(detsim_mutex* m) {
  races.Release(&m->readers);
  if (--m->readers == 0) scheduler.WakeAll(&m->waiters);
}

void ReleaseMutex(detsim_mutex* m) {
  scheduler.Touch(TouchMode::kRelease, m);
  if ((m->kind & DETSIM_MUTEX_ROBUST) != 0) ReleaseRobust(m);
  m->owner = nullptr;
  m->depth = 0;
  races.Release(m);
  scheduler.WakeAll(&m->waiters);
}

int ReacquireMutex(detsim_mutex* m, uint32_t depth) {
  Task* me = scheduler.current();
  if (!FreeForExclusive(m)) {
    me->pending.kind = OperationKind::kLock;
    me->pending.object = m;
  }
  int error = Acquire(m, kForever);
  if (error != ENOTRECOVERABLE) m->depth = depth;
  return error;
}

extern "C" {

DETSIM_ABI int detsim_mutex_lock(detsim_mutex* m) noexcept {
  scheduler.Announce(OperationKind::kLock, m, DETSIM_CALLER);
  if (HeldByCurrent(m)) return Relock(m, DETSIM_CALLER);
  return Acquire(m, kForever);
}

DETSIM_ABI int detsim_mutex_trylock(detsim_mutex* m, int may_fail) noexcept {
  scheduler.Announce(OperationKind::kTryLock, m, DETSIM_CALLER);
  if (HeldByCurrent(m)) {
    if ((m->kind & 3) != DETSIM_MUTEX_RECURSIVE) return EBUSY;
    ++m->depth;
    return 0;
  }
  if (!FreeForExclusive(m)) return Tried(m, EBUSY);
  if (may_fail && scheduler.Choose(Stream::kSpurious, 2) != 0) return EBUSY;
  scheduler.current()->idle = 0;
  scheduler.Touch(TouchMode::kTryAcquire, m);
  return Take(m);
}

DETSIM_ABI int detsim_mutex_timedlock(detsim_mutex* m,
                                      uint64_t deadline) noexcept {
  scheduler.Announce(OperationKind::kTimedLock, m, DETSIM_CALLER);
  if (HeldByCurrent(m)) return Relock(m, DETSIM_CALLER);
  return Acquire(m, Instant{deadline});
}

DETSIM_ABI int detsim_mutex_unlock(detsim_mutex* m) noexcept {
  if (!HeldByCurrent(m)) {
    if ((m->kind & (3 | DETSIM_MUTEX_ROBUST)) != DETSIM_MUTEX_NORMAL &&
        (m->kind & DETSIM_MUTEX_CXX) == 0) {
      return EPERM;
    }
    Misuse("a thread unlocks a mutex that it does not hold", DETSIM_CALLER);
  }
  scheduler.Note(OperationKind::kUnlock, m, DETSIM_CALLER);
  if (--m->depth == 0) ReleaseMutex(m);
  return 0;
}

DETSIM_ABI int detsim_mutex_consistent(detsim_mutex* m) noexcept {
  if (!HeldByCurrent(m) || m->robust != DETSIM_MUTEX_OWNER_DIED) return EINVAL;
  m->robust = 0;
  return 0;
}

DETSIM_ABI void detsim_mutex_destroy(detsim_mutex* m) noexcept {
  if (m->waiters.head != nullptr) {
    Misuse("a mutex is destroyed while threads wait for it", DETSIM_CALLER);
  }
  if (m->owner != nullptr || m->readers != 0) {
    Misuse("a locked mutex is destroyed", DETSIM_CALLER);
  }
  scheduler.objects().Forget(m);
}

DETSIM_ABI int detsim_shared_lock(detsim_mutex* m) noexcept {
  scheduler.Announce(OperationKind::kSharedLock, m, DETSIM_CALLER);
  if (HeldByCurrent(m)) return Relock(m, DETSIM_CALLER);
  return AcquireShared(m, kForever);
}

DETSIM_ABI int detsim_shared_trylock(detsim_mutex* m, int may_fail) noexcept {
  scheduler.Announce(OperationKind::kSharedTryLock, m, DETSIM_CALLER);
  if (m->owner != nullptr) return Tried(m, EBUSY);
  if (may_fail && scheduler.Choose(Stream::kSpurious, 2) != 0) return EBUSY;
  TakeShared(m);
  scheduler.current()->idle = 0;
  return Tried(m, 0);
}

DETSIM_ABI int detsim_shared_timedlock(detsim_mutex* m,
                                       uint64_t deadline) noexcept {
  scheduler.Announce(OperationKind::kSharedTimedLock, m, DETSIM_CALLER);
  if (HeldByCurrent(m)) return Relock(m, DETSIM_CALLER);
  return AcquireShared(m, Instant{deadline});
}

DETSIM_ABI int detsim_shared_unlock(detsim_mutex* m) noexcept {
  if (m->readers == 0) {
    Misuse("a thread unlocks a shared mutex that nobody holds shared",
           DETSIM_CALLER);
  }
  scheduler.Note(OperationKind::kSharedUnlock, m, DETSIM_CALLER);
  scheduler.Touch(TouchMode::kReleaseShared, m);
  ReleaseShared(m);
  return 0;
}

}  // extern "C"

}  // namespace detsim::runtime
