// Threads, time and atomics of the C ABI, and misuse.
#include <errno.h>

#include <cstring>
#include <utility>

#include "runtime/sched/abi_support.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

Task* AsTask(detsim_thread* t) { return reinterpret_cast<Task*>(t); }
detsim_thread* AsThread(Task* task) {
  return reinterpret_cast<detsim_thread*>(task);
}

// Waits for the end of `task`; see the ABI.
int Join(Task* task, Instant deadline, uintptr_t pc) {
  scheduler.Announce(OperationKind::kJoin, task, pc);
  Task* me = scheduler.current();
  if (task == me) return EDEADLK;
  if (task->joined) Misuse("a thread is joined by two threads", pc);
  if (task->detached) Misuse("a detached thread is joined", pc);
  task->joined = true;
  if (task->state != TaskState::kFinished && deadline == kForever) {
    CheckForCycle(task);
  }
  while (task->state != TaskState::kFinished) {
    const bool interrupted = TakeInterruption();
    if (interrupted || deadline <= scheduler.now()) {
      scheduler.Touch(TouchMode::kRead, task);
      task->joined = false;
      return interrupted ? EINTR : ETIMEDOUT;
    }
    scheduler.Block(&task->joiners, deadline);
  }
  // One that does not wait could have come too early.
  scheduler.Touch(
      deadline <= scheduler.now() ? TouchMode::kRead : TouchMode::kAwait, task);
  scheduler.FinishJoin(task);
  return 0;
}

bool IsInterruptible(OperationKind kind) {
  return kind == OperationKind::kJoin || kind == OperationKind::kWait ||
         kind == OperationKind::kAcquire || kind == OperationKind::kSleep;
}

}  // namespace

bool TakeInterruption() {
  return std::exchange(scheduler.current()->interrupted, false);
}

void Misuse(const char* what, uintptr_t pc) {
  scheduler.Fail(Verdict::kMisuse, what, pc);
}

extern "C" {

DETSIM_ABI detsim_thread* detsim_thread_create(void (*function)(void*),
                                               void* argument) noexcept {
  scheduler.Announce(OperationKind::kSpawn, nullptr, DETSIM_CALLER);
  Task* task = scheduler.Spawn(function, argument, DETSIM_CALLER);
  // The child exists now; it may run before the parent's next operation.
  scheduler.Offer();
  return AsThread(task);
}

DETSIM_ABI int detsim_thread_join(detsim_thread* t) noexcept {
  return Join(AsTask(t), kForever, DETSIM_CALLER);
}

DETSIM_ABI int detsim_thread_timed_join(detsim_thread* t,
                                        uint64_t deadline) noexcept {
  return Join(AsTask(t), Instant{deadline}, DETSIM_CALLER);
}

DETSIM_ABI void detsim_thread_interrupt(detsim_thread* t) noexcept {
  Task* task = AsTask(t);
  scheduler.Announce(OperationKind::kInterrupt, task, DETSIM_CALLER);
  if (task->state == TaskState::kFinished) return;
  task->interrupted = true;
  if (task->state == TaskState::kBlocked &&
      IsInterruptible(task->pending.kind)) {
    scheduler.Wake(task);
  }
}

DETSIM_ABI void detsim_forget_interruption(void) noexcept {
  TakeInterruption();
}

DETSIM_ABI void detsim_thread_detach(detsim_thread* t) noexcept {
  Task* task = AsTask(t);
  if (task->detached) Misuse("a thread is detached twice", DETSIM_CALLER);
  if (task->joined) {
    Misuse("a thread is detached and joined", DETSIM_CALLER);
  }
  scheduler.Note(OperationKind::kDetach, nullptr, DETSIM_CALLER, task);
  task->detached = true;
  if (task->state == TaskState::kFinished) scheduler.Reclaim(task);
}

DETSIM_ABI uint64_t detsim_thread_id(const detsim_thread* t) noexcept {
  return reinterpret_cast<const Task*>(t)->index + 1;
}

DETSIM_ABI uint64_t detsim_this_thread_id(void) noexcept {
  return scheduler.current()->index + 1;
}

DETSIM_ABI detsim_thread* detsim_this_thread(void) noexcept {
  return AsThread(scheduler.current());
}

DETSIM_ABI void detsim_thread_set_name(detsim_thread* t,
                                       const char* name) noexcept {
  Task* task = AsTask(t);
  strncpy(task->name, name, kThreadNameBytes - 1);
}

DETSIM_ABI const char* detsim_thread_name(const detsim_thread* t) noexcept {
  return reinterpret_cast<const Task*>(t)->name;
}

DETSIM_ABI void detsim_yield(void) noexcept {
  scheduler.Announce(OperationKind::kYield, nullptr, DETSIM_CALLER, true);
}

DETSIM_ABI void detsim_sleep_until(uint64_t deadline) noexcept {
  bool passed = Instant{deadline} <= scheduler.now();
  scheduler.Announce(OperationKind::kSleep, nullptr, DETSIM_CALLER, passed);
  if (Instant{deadline} > scheduler.now() && !TakeInterruption()) {
    scheduler.Block(nullptr, Instant{deadline});
    TakeInterruption();
  }
}

DETSIM_ABI unsigned detsim_hardware_concurrency(void) noexcept {
  return scheduler.options().hardware_concurrency;
}

DETSIM_ABI uint64_t detsim_now(int clock) noexcept {
  uint64_t ns = scheduler.ReadClock(DETSIM_CALLER).ns;
  return clock == DETSIM_CLOCK_SYSTEM ? ns + kSystemClockOffsetNs : ns;
}

DETSIM_ABI int64_t detsim_system_to_steady(void) noexcept {
  return -static_cast<int64_t>(kSystemClockOffsetNs);
}

DETSIM_ABI void detsim_atomic(int operation,
                              const volatile void* object) noexcept {
  constexpr OperationKind kKinds[] = {
      OperationKind::kAtomicLoad, OperationKind::kAtomicStore,
      OperationKind::kAtomicRmw, OperationKind::kFence};
  scheduler.Announce(kKinds[operation & 3], object, DETSIM_CALLER);
  atomic_announced = true;
  announced_object = object;
}

DETSIM_ABI int detsim_atomic_weak(const volatile void* object) noexcept {
  scheduler.Announce(OperationKind::kAtomicRmw, object, DETSIM_CALLER);
  if (scheduler.Choose(Stream::kSpurious, 2) != 0) {
    scheduler.event_log().NoteValues(scheduler.current()->index,
                                     {.flags = kNothingWritten});
    return 1;
  }
  atomic_announced = true;
  announced_object = object;
  return 0;
}

DETSIM_ABI void detsim_misuse(const char* what) noexcept {
  Misuse(what, DETSIM_CALLER);
}

}  // extern "C"

}  // namespace detsim::runtime
