// Deadlocks that do not stop everybody: cycles of threads that wait for each
// other's locks, or to join each other, while others still run.
#include "runtime/sched/abi_support.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

// Whom a blocked task waits for without end: the holder of a lock, or the
// thread that it joins. Null if that is nobody in particular.
Task* WaitsFor(const Task& task) {
  if (task.state != TaskState::kBlocked || task.deadline != kForever) {
    return nullptr;
  }
  switch (task.pending.kind) {
    case OperationKind::kLock:
    case OperationKind::kSharedLock:
    case OperationKind::kLibraryLock:
      return static_cast<Task*>(
          static_cast<const volatile detsim_mutex*>(task.pending.object)
              ->owner);
    case OperationKind::kSpinLock:
      return SpinLockOwner(task.pending.object);
    case OperationKind::kJoin:
      return static_cast<Task*>(const_cast<void*>(task.pending.object));
    default:
      return nullptr;
  }
}

}  // namespace

void CheckForCycle(Task* holder) {
  Task* me = scheduler.current();
  uint32_t steps = 0;
  for (Task* task = holder; task != nullptr; task = WaitsFor(*task)) {
    if (task == me) {
      me->state = TaskState::kBlocked;
      scheduler.Note(OperationKind::kBlock, me->pending.object, me->pending.pc);
      scheduler.Fail(Verdict::kDeadlock,
                     "threads wait for each other in a cycle", me->pending.pc);
    }
    if (++steps > kTasksMax) return;  // A cycle without us: reported already.
  }
}

}  // namespace detsim::runtime
