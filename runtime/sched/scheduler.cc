#include "runtime/sched/scheduler.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/base/text.h"
#include "runtime/fiber/fiber.h"
#include "runtime/fiber/thread_block.h"
#include "runtime/race/race_detector.h"
#include "runtime/sched/freed_blocks.h"
#include "runtime/sched/own_libs.h"
#include "runtime/sched/sanitizer.h"

namespace detsim::runtime {

constinit Scheduler scheduler;
constinit int64_t access_budget = kAccessQuantum;
constinit bool accesses_held = false;
constinit int64_t held_budget = 0;
constinit uint64_t progress_writes = 0;
constinit bool atomic_announced = false;
constinit const volatile void* announced_object = nullptr;

namespace {

// Operations that change nothing by themselves weigh so much on the way to
// being taken for a spin; anything else resets the sum. A full sum is 48 loads,
// 64 failed try_locks or 128 read-modify-writes in a row.
constexpr uint32_t kSpinWeight = 384;
// Yields while nobody else can run, before time jumps to the next timer.
constexpr uint32_t kIdleYieldsMax = 16;
// Steps without effect by anybody, before time jumps to the next timer.
constexpr uint64_t kIdleStepsMax = 4096;
// How often the real system is looked at while threads wait for it and others
// run.
constexpr uint64_t kRealLookSteps = 16;
constexpr uint32_t IdleWeight(OperationKind kind) {
  switch (kind) {
    case OperationKind::kAtomicLoad:
      return 8;
    case OperationKind::kTryLock:
    case OperationKind::kSharedTryLock:
    case OperationKind::kClock:
    case OperationKind::kTryAcquire:
    case OperationKind::kCount:
    case OperationKind::kSpinTryLock:
    case OperationKind::kPoll:
      return 6;
    case OperationKind::kAtomicRmw:
    case OperationKind::kFence:
      return 3;
    case OperationKind::kYield:
      return 24;
    default:
      return 0;
  }
}

bool WantsShared(OperationKind kind) {
  return kind == OperationKind::kSharedLock ||
         kind == OperationKind::kSharedTimedLock;
}

}  // namespace

void Scheduler::Announce(OperationKind kind, const volatile void* object,
                         uintptr_t pc, bool yields) {
  Task* me = current_;
  me->pending = {
      .kind = kind, .writes = Writes(kind), .object = object, .pc = pc};
  if (!running_) {
    if (yields && !ready_.empty()) Requeue();
    return;
  }
  FoldAccesses();
  ++me->operation;
  me->access_count = 0;
  for (uint32_t& sub : me->sub) sub = 0;
  MixHash((pc - image_base_) ^ (static_cast<uint64_t>(kind) << 56) ^
          (static_cast<uint64_t>(me->index) << 36) ^
          objects_.Ordinal(object) * 0x9e3779b97f4a7c15ull);
  if (decision_log_.on()) LogOperation();
  CountStep(kind, &yields);
  if (real_waits_ != nullptr &&
      (real_change_ || steps_ % kRealLookSteps == 0)) {
    WakeRealWaits(false);
  }
  if (!timers_.empty()) MaybeLetTimePass();
  if (!ready_.empty()) {
    SchedulingPoint point = Point(Stream::kSchedule, true, yields);
    Pick(point);
  } else {
    RunAlone(me);
  }
  if (step_log_.on()) TouchAtOnce(kind, object);
  ArmAccesses(kAccessQuantum);  // Whoever ran meanwhile has folded his.
  if (event_log_.on()) Trace(me, kind, object, pc, nullptr);
  if (IsFreed(object)) [[unlikely]] {
    UseAfterFree(object, OperationName(kind), pc);
  }
}

void Scheduler::Offer() {
  if (!running_ || ready_.empty()) return;
  SchedulingPoint point = Point(Stream::kSchedule, true, false);
  point.performed = true;
  Pick(point);
  ArmAccesses();
}

inline void Scheduler::CountStep(OperationKind kind, bool* yields) {
  ++steps_;
  vital_signs_->decisions = vital_signs_->decisions + 1;
  Task* me = current_;
  uint32_t weight = IdleWeight(kind);
  if (weight == 0) {
    me->idle = 0;
    me->idle_yields = 0;
    me->clock_reads = 0;
    idle_steps_ = 0;
  } else {
    me->idle += weight;
    NoteLook(me->pending.object);
    ++idle_steps_;
    if (me->idle > kSpinWeight) *yields = true;
  }
  if (steps_ >= next_check_) CheckLimits(yields, me->pending.pc);
  if (*yields && !timers_.empty() &&
      (ready_.empty() ? ++me->idle_yields > kIdleYieldsMax
                      : idle_steps_ > kIdleStepsMax)) {
    idle_steps_ = 0;
    FireFirstTimer();
  }
}

uint64_t Scheduler::Choose(Stream stream, uint64_t options) {
  if (!running_ || options == 1) return 0;
  Task* me = current_;
  ChoiceKey key = {.thread = me->key,
                   .operation = me->operation,
                   .sub = me->sub[static_cast<int>(stream)]++,
                   .stream = stream};
  if (decision_log_.on()) LogQuestion(key, DecisionEntry::kDuring);
  CountDecision();
  uint64_t value = source_->PickValue(key, options);
  DETSIM_CHECK(options == 0 || value < options);
  if (step_log_.on()) LogValue(key, options, value);
  if (value != 0) {
    MixHash(value + static_cast<uint64_t>(stream));
    Record(key, value);
  }
  return value;
}

SchedulingPoint Scheduler::Point(Stream stream, bool runs, bool yields) {
  Task* me = current_;
  uint32_t sub = stream == Stream::kAccess
                     ? me->access_count
                     : me->sub[static_cast<int>(stream)]++;
  return {.key = {.thread = me->key,
                  .operation = me->operation,
                  .sub = sub,
                  .stream = stream},
          .current = me,
          .ready = ready_.data(),
          .ready_count = static_cast<uint32_t>(ready_.size()),
          .current_runs = runs,
          .current_yields = yields};
}

// The current thread could go on; asks whether it does. Returns when it is its
// turn again.
inline void Scheduler::Pick(const SchedulingPoint& point) {
  uint32_t option = Ask(point);
  if (option == 0 && !point.current_yields) {
    CountDecision();  // The current thread goes on: no more to it.
  } else {
    Take(point, option);
  }
}

uint32_t Scheduler::Ask(const SchedulingPoint& point) {
  if (step_log_.on()) PrepareStep(point);
  if (decision_log_.on()) {
    LogQuestion(point.key, !point.current_runs ? DecisionEntry::kBlocked
                           : point.performed   ? DecisionEntry::kAfter
                                               : DecisionEntry::kBefore);
  }
  uint32_t option = source_->PickThread(point);
  DETSIM_CHECK(option < point.size());
  if (step_log_.on()) LogStep(point, option);
  return option;
}

void Scheduler::Take(const SchedulingPoint& point, uint32_t option) {
  CountDecision();
  Task* chosen = static_cast<Task*>(point[option]);
  if (option != 0) Record(point.key, chosen->key);
  if (chosen == current_) return;
  ready_.erase(option - (point.current_yields ? 0 : 1));
  current_->state = TaskState::kReady;
  ready_.push_back(current_);
  MixHash(chosen->index);
  SwitchTo(chosen);
}

bool Scheduler::Block(detsim_queue* queue, Instant deadline) {
  Task* me = current_;
  me->state = TaskState::kBlocked;
  me->timed_out = false;
  if (queue != nullptr) Enqueue(queue, me);
  if (deadline != kForever) timers_.Add(me, deadline);
  // Traced or not: an object that was not announced has its ordinal from here.
  objects_.Ordinal(me->pending.object);
  event_log_.NoteAble(me->index, false);
  if (event_log_.on()) {
    Trace(me, OperationKind::kBlock, me->pending.object, me->pending.pc,
          nullptr);
  }
  if (step_log_.on()) LogBlock();
  RunNext();
  if (event_log_.on()) {
    Trace(me, me->timed_out ? OperationKind::kTimeout : OperationKind::kResume,
          me->pending.object, me->pending.pc, nullptr);
  }
  return me->timed_out;
}

void Scheduler::Requeue() {
  current_->state = TaskState::kReady;
  ready_.push_back(current_);
  RunNext();
}

void Scheduler::RunNext() {
  FoldAccesses();
  if (real_waits_ != nullptr && real_change_) WakeRealWaits(false);
  while (ready_.empty()) {
    if (real_waits_ != nullptr) {
      bool alone = timers_.empty();
      if (WakeRealWaits(alone) || alone) continue;
    }
    if (timers_.empty()) Deadlock();
    PassComputingTime();
    FireDueTimers();
    if (ready_.empty()) FireFirstTimer();
  }
  if (running_ && !timers_.empty()) MaybeLetTimePass();
  uint32_t option = 0;
  if (running_ && ready_.size() > 1) {
    SchedulingPoint point = Point(Stream::kSchedule, false, false);
    CountDecision();
    option = Ask(point);
    if (option != 0) Record(point.key, ready_[option]->key);
  } else if (running_) {
    RunAlone(ready_[0]);
  }
  Task* next = static_cast<Task*>(ready_[option]);
  ready_.erase(option);
  MixHash(next->index);
  if (next == current_) {
    next->state = TaskState::kRunning;
  } else {
    SwitchTo(next);
  }
  ArmAccesses();
}

void Scheduler::SwitchTo(Task* task) {
  Task* from = current_;
  task->state = TaskState::kRunning;
  current_ = task;
  if (races.enabled()) races.Switch(task->clock_slot);
  slice_start_ = steps_;
  from->saved_errno = errno;
  if (own_libs) {
    UseThreadBlock(task->thread_block);
  } else {
    from->exceptions = *exception_globals_;
    *exception_globals_ = task->exceptions;
  }
  current_stack = {reinterpret_cast<uintptr_t>(task->stack.low),
                   static_cast<uintptr_t>(task->stack.high - task->stack.low)};
  void* fake_stack = SwitchesTo(task->stack);
  detsim_switch_fiber(&from->sp, task->sp);
  SwitchedTo(fake_stack);
  errno = from->saved_errno;
}

void Scheduler::Wake(Task* task) {
  Dequeue(task);
  timers_.Remove(task);
  task->wait_address = nullptr;
  task->state = TaskState::kReady;
  LogWake(task);
  event_log_.NoteAble(task->index, true);
  bool nobody_was_ready = ready_.empty();
  ready_.push_back(task);
  // Until now there was nobody to preempt the current thread for.
  if (nobody_was_ready && current_->state == TaskState::kRunning) {
    ArmAccesses();
  }
}

void Scheduler::WakeAll(detsim_queue* queue) {
  while (queue->head != nullptr) Wake(QueueHead(*queue));
}

void Scheduler::ReturnLosers(detsim_queue* queue, bool shared) {
  size_t kept = 0;  // In one pass: hundreds may compete for one lock.
  for (size_t i = 0; i < ready_.size(); ++i) {
    Task* task = static_cast<Task*>(ready_[i]);
    if (task->competes != queue || task->competes_until <= now_ ||
        task->interrupted || (!shared && WantsShared(task->pending.kind))) {
      ready_[kept++] = task;
      continue;
    }
    task->state = TaskState::kBlocked;
    event_log_.NoteAble(task->index, false);
    Enqueue(queue, task);
    if (task->competes_until != kForever) {
      timers_.Add(task, task->competes_until);
    }
  }
  ready_.resize(kept);
}

}  // namespace detsim::runtime
