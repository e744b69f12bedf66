// Condition variables, events, once flags and waiting on addresses.
#include <errno.h>

#include "runtime/race/race_detector.h"
#include "runtime/sched/abi_support.h"
#include "runtime/sched/library.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

// The tasks in detsim_address_wait; each remembers its address.
constinit detsim_queue address_waiters = {nullptr, nullptr};

uint32_t CountAddressWaiters(const volatile void* address) {
  uint32_t count = 0;
  for (Task* t = QueueHead(address_waiters); t != nullptr; t = t->queue_next) {
    if (t->wait_address == address) ++count;
  }
  return count;
}

void WakeNthAddressWaiter(const volatile void* address, uint64_t n) {
  for (Task* t = QueueHead(address_waiters); t != nullptr; t = t->queue_next) {
    if (t->wait_address == address && n-- == 0) {
      scheduler.Wake(t);
      return;
    }
  }
}

}  // namespace

bool BlockOnAddress(const volatile void* address, Instant deadline) {
  scheduler.TouchQueueOf(TouchMode::kRead, address);
  scheduler.current()->wait_address = address;
  return scheduler.Block(&address_waiters, deadline);
}

void BlockWhile(const volatile int32_t* state, int32_t value) {
  while (*state == value) BlockOnAddress(state, kForever);
}

uint32_t WakeAtAddress(const volatile void* address, uint32_t count) {
  scheduler.TouchQueueOf(TouchMode::kWrite, address);
  uint32_t woken = 0;
  for (; woken < count && CountAddressWaiters(address) != 0; ++woken) {
    WakeNthAddressWaiter(address, 0);
  }
  return woken;
}

void WakeAllAtAddress(const volatile void* address) {
  WakeAtAddress(address, ~uint32_t{0});
}

extern "C" {

DETSIM_ABI int detsim_cond_wait(detsim_cond* c, detsim_mutex* m,
                                uint64_t deadline) noexcept {
  scheduler.Announce(OperationKind::kWait, c, DETSIM_CALLER);
  if (m->owner != scheduler.current()) {
    Misuse("a thread waits on a condition without holding the mutex",
           DETSIM_CALLER);
  }
  uint32_t depth = m->depth;
  ReleaseMutex(m);
  bool timed_out = false;
  if (scheduler.Choose(Stream::kSpurious, 2) != 0 || TakeInterruption()) {
    scheduler.Requeue();
  } else if (Instant{deadline} <= scheduler.now()) {
    timed_out = true;
    scheduler.Requeue();
  } else {
    timed_out = scheduler.Block(&c->waiters, Instant{deadline});
    TakeInterruption();
  }
  int error = ReacquireMutex(m, depth);
  return error != 0 ? error : timed_out ? ETIMEDOUT : 0;
}

DETSIM_ABI void detsim_cond_notify_one(detsim_cond* c) noexcept {
  scheduler.Announce(OperationKind::kNotifyOne, c, DETSIM_CALLER);
  uint32_t waiters = QueueLength(c->waiters);
  if (waiters == 0) return;
  uint64_t n = scheduler.Choose(Stream::kWake, waiters);
  Task* task = QueueHead(c->waiters);
  while (n-- > 0) task = task->queue_next;
  scheduler.Wake(task);
}

DETSIM_ABI void detsim_cond_notify_all(detsim_cond* c) noexcept {
  scheduler.Announce(OperationKind::kNotifyAll, c, DETSIM_CALLER);
  scheduler.WakeAll(&c->waiters);
}

DETSIM_ABI void detsim_cond_destroy(detsim_cond* c) noexcept {
  if (c->waiters.head != nullptr) {
    Misuse("a condition variable is destroyed while threads wait on it",
           DETSIM_CALLER);
  }
  scheduler.objects().Forget(c);
}

DETSIM_ABI void detsim_event_set(detsim_event* e) noexcept {
  scheduler.Announce(OperationKind::kEventSet, e, DETSIM_CALLER);
  e->set = 1;
  races.Release(e);
  scheduler.NoteProgress();
  scheduler.WakeAll(&e->waiters);
}

DETSIM_ABI int detsim_event_wait(detsim_event* e, uint64_t deadline) noexcept {
  scheduler.Announce(OperationKind::kEventWait, e, DETSIM_CALLER);
  while (e->set == 0) {
    if (Instant{deadline} <= scheduler.now() ||
        (scheduler.Block(&e->waiters, Instant{deadline}) && e->set == 0)) {
      scheduler.Touch(TouchMode::kRead, e);
      return ETIMEDOUT;
    }
  }
  races.Acquire(e);
  // One that does not wait could have come too early.
  scheduler.Touch(Instant{deadline} <= scheduler.now() ? TouchMode::kRead
                                                       : TouchMode::kAwait,
                  e);
  return 0;
}

DETSIM_ABI int detsim_event_is_set(const detsim_event* e) noexcept {
  scheduler.Touch(TouchMode::kRead, e);
  if (e->set == 0) return 0;
  races.Acquire(e);
  return 1;
}

DETSIM_ABI int detsim_once_begin(int32_t* state) noexcept {
  scheduler.Announce(OperationKind::kOnce, state, DETSIM_CALLER);
  BlockWhile(state, 1);
  races.Acquire(state);
  scheduler.Touch(*state == 2 ? TouchMode::kRead : TouchMode::kWrite, state);
  if (*state == 2) return 0;
  *state = 1;
  return 1;
}

DETSIM_ABI void detsim_once_end(int32_t* state, int done) noexcept {
  *state = done != 0 ? 2 : 0;
  races.Release(state);
  scheduler.Touch(TouchMode::kWrite, state);
  scheduler.NoteProgress();
  WakeAllAtAddress(state);
}

DETSIM_ABI int detsim_address_wait(const volatile void* address,
                                   int (*must_wait)(void* context),
                                   void* context, uint64_t deadline) noexcept {
  scheduler.Announce(OperationKind::kAddressWait, address, DETSIM_CALLER);
  {
    Scheduler::NoPreemption guard;
    atomic_announced = false;
    scheduler.Touch(TouchMode::kRead, address);
    if (must_wait(context) == 0) return 0;
  }
  if (Instant{deadline} <= scheduler.now()) return ETIMEDOUT;
  return BlockOnAddress(address, Instant{deadline}) ? ETIMEDOUT : 0;
}

DETSIM_ABI void detsim_address_wake(const volatile void* address,
                                    int all) noexcept {
  scheduler.Announce(OperationKind::kAddressWake, address, DETSIM_CALLER);
  if (all != 0) {
    WakeAllAtAddress(address);
    return;
  }
  scheduler.TouchQueueOf(TouchMode::kWrite, address);
  uint32_t waiters = CountAddressWaiters(address);
  if (waiters == 0) return;
  WakeNthAddressWaiter(address, scheduler.Choose(Stream::kWake, waiters));
}

}  // extern "C"

}  // namespace detsim::runtime
