// The scheduler's side of the step log (choice/step_log.h). Nothing here
// decides anything.
#include <optional>

#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

// Waiters of an address are in a queue of their own: waking them changes
// nothing that a load could see.
constexpr uint64_t kQueueBit = uint64_t{1} << 63;

// What an operation does at once when its thread is picked. Locks and other
// operations that may have to be tried again say so when they succeed.
std::optional<TouchMode> ModeAtOnce(OperationKind kind) {
  switch (kind) {
    case OperationKind::kAtomicLoad:
    case OperationKind::kCount:
    // Who waits longer matters only to a choice of its own.
    case OperationKind::kWait:
      return TouchMode::kRead;
    case OperationKind::kAtomicStore:
    case OperationKind::kAtomicRmw:
    case OperationKind::kNotifyOne:
    case OperationKind::kNotifyAll:
    case OperationKind::kRelease:
    case OperationKind::kArrive:
    case OperationKind::kInterrupt:
      return TouchMode::kWrite;
    case OperationKind::kEventSet:
      return TouchMode::kSignal;
    default:
      return std::nullopt;
  }
}

// What the operation of a thread that was never picked again would have done.
std::optional<TouchMode> ModeInTheEnd(const PendingOperation& pending) {
  switch (pending.kind) {
    case OperationKind::kLock:
    case OperationKind::kTimedLock:
    case OperationKind::kSpinLock:
    case OperationKind::kLibraryLock:
      return TouchMode::kAcquire;
    case OperationKind::kSharedLock:
    case OperationKind::kSharedTimedLock:
      return TouchMode::kAcquireShared;
    case OperationKind::kTryLock:
    case OperationKind::kSharedTryLock:
    case OperationKind::kSpinTryLock:
    case OperationKind::kTryAcquire:
    case OperationKind::kAcquire:
    case OperationKind::kOnce:
      return TouchMode::kWrite;
    case OperationKind::kAccess:
      return pending.writes ? TouchMode::kWrite : TouchMode::kRead;
    default:
      return ModeAtOnce(pending.kind);
  }
}

// Whether a thread that blocks amid `kind` tries it again when it is woken.
// What it was woken by matters to the others only.
bool TriesAgain(OperationKind kind) {
  switch (kind) {
    case OperationKind::kWait:
    case OperationKind::kLibraryWait:
    case OperationKind::kArrive:
    case OperationKind::kAddressWait:
    case OperationKind::kSleep:
    case OperationKind::kNone:
      return false;
    default:
      return true;
  }
}

}  // namespace

void Scheduler::BeginSteps(const RunStart& start) {
  step_log_.End();
  if (start.steps == nullptr) return;
  DETSIM_CHECK(start.steps == &step_log_);
  step_log_.Begin(start.script.branch);
  looks_.BeginRun();
  // The first step is that of main alone, up to its first operation.
  SchedulingPoint point = {.current = current_};
  LogStep(point, 0);
}

void Scheduler::LogStepAlone(Stream stream) {
  // In the place of the ready list: nobody, or the one that runs next.
  bool runs = ready_.empty();
  SchedulingPoint point = {.key = {.stream = stream},
                           .current = current_,
                           .ready = ready_.data(),
                           .ready_count = runs ? 0u : 1u,
                           .current_runs = runs};
  PrepareStep(point);
  LogStep(point, 0);
}

void Scheduler::LogAccessAlone(const PendingOperation& access) {
  PendingOperation announced = current_->pending;
  current_->pending = access;
  LogStepAlone(Stream::kAccess);
  current_->pending = announced;
}

void Scheduler::LogAccess(const PendingOperation& access) {
  LogTouch(access.writes ? TouchMode::kWrite : TouchMode::kRead,
           reinterpret_cast<uint64_t>(access.object), access.size,
           access.writes);
}

void Scheduler::LogValue(const ChoiceKey& key, uint64_t options,
                         uint64_t value) {
  step_log_.Add({.word = value,
                 .operation = key.operation,
                 .thread = static_cast<uint32_t>(options),
                 .other = current_->index,
                 .sub = key.sub,
                 .type = StepEntry::kValue,
                 .stream = key.stream});
}

void Scheduler::PrepareStep(const SchedulingPoint& point) {
  Task* me = current_;
  bool changed = progress_writes != step_progress_;
  if (changed) {
    looks_.Forget(me->index);
  } else {
    looks_.Add(me->index, step_pc_, step_object_);
  }
  if (changed && written_count_ == kWrittenMax) looks_.ChangedAll();
  for (uint32_t i = 0; i < written_count_; ++i) {
    if (!changed && !written_[i].plain) continue;
    looks_.Changed(me->index, written_[i].address, written_[i].size);
  }
  for (uint32_t i = 0; i < point.size(); ++i) {
    Candidate& candidate = *point[i];
    candidate.spins =
        looks_.Spins(candidate.index, candidate.pending.pc,
                     reinterpret_cast<uintptr_t>(candidate.pending.object));
  }
}

void Scheduler::LogStep(const SchedulingPoint& point, uint32_t option) {
  const Candidate& picked = *point[option];
  step_log_.BeginStep({.word = hash_,
                       .thread = picked.index,
                       .type = StepEntry::kStep,
                       .stream = point.key.stream,
                       .detail = static_cast<uint8_t>(
                           (picked.spins ? StepEntry::kSpins : 0) |
                           (option != 0 ? StepEntry::kUnusual : 0))});
  for (uint32_t i = 0; i < point.size(); ++i) {
    if (i == option) continue;
    step_log_.Add({.thread = point[i]->index,
                   .type = StepEntry::kOption,
                   .detail = point[i]->spins ? StepEntry::kSpins : uint8_t{0}});
  }
  step_progress_ = progress_writes;
  step_pc_ = picked.pending.pc;
  step_object_ = reinterpret_cast<uintptr_t>(picked.pending.object);
  written_count_ = 0;
}

void Scheduler::LogTouch(TouchMode mode, uint64_t address, uint32_t size,
                         bool plain) {
  step_log_.Add({.word = address,
                 .sub = size,
                 .type = StepEntry::kTouch,
                 .detail = static_cast<uint8_t>(mode)});
  if (mode == TouchMode::kWrite && written_count_ < kWrittenMax) {
    written_[written_count_++] = {address, size, plain};
  }
}

void Scheduler::TouchQueueOf(TouchMode mode, const volatile void* address) {
  if (!step_log_.on()) return;
  LogTouch(mode, reinterpret_cast<uint64_t>(address) | kQueueBit, 1, false);
}

void Scheduler::TouchAtOnce(OperationKind kind, const volatile void* object) {
  std::optional<TouchMode> mode = ModeAtOnce(kind);
  if (mode) LogTouch(*mode, reinterpret_cast<uint64_t>(object), 1, false);
}

void Scheduler::LogBlock() {
  step_log_.Add({.thread = current_->index,
                 .type = StepEntry::kBlock,
                 .detail = TriesAgain(current_->pending.kind)});
}

void Scheduler::LogWake(const Task* task) {
  // One that tries again goes on because of what it finds then.
  if (!TriesAgain(task->pending.kind)) LogEntry(StepEntry::kWake, task);
}

void Scheduler::LogPending() {
  if (!step_log_.on()) return;
  for (const ThreadRecord& thread : threads_) {
    const Task* task = thread.task;
    if (task == nullptr || task->state == TaskState::kFinished ||
        task->state == TaskState::kRunning) {
      continue;
    }
    // It has begun to wait: that was a step.
    if (task->state == TaskState::kBlocked && !TriesAgain(task->pending.kind)) {
      continue;
    }
    std::optional<TouchMode> mode = ModeInTheEnd(task->pending);
    if (!mode || task->pending.object == nullptr) continue;
    step_log_.Add({.word = reinterpret_cast<uint64_t>(task->pending.object),
                   .thread = task->index,
                   .sub = task->pending.size != 0 ? task->pending.size : 1u,
                   .type = StepEntry::kPending,
                   .detail = static_cast<uint8_t>(*mode)});
  }
  step_log_.End();
}

}  // namespace detsim::runtime
