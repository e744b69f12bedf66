// What the scheduler does at plain accesses: it is asked at some of them only.
#include <algorithm>

#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

// A thread that reads for a whole quantum and writes nothing may look through
// much memory, or wait for a plain flag that somebody sets who sleeps. In case
// it does the latter time goes faster than it computes, up to so many times;
constexpr uint64_t kIdleSpeedMax = 16;
// and after so many such quanta in a row, which is time for 16 MiB read byte by
// byte in unoptimised code, it jumps.
constexpr uint64_t kIdleQuantaMax = 320;

}  // namespace

void Scheduler::FoldAccesses() {
  int64_t left = accesses_held ? held_budget : access_budget;
  int64_t done = armed_budget_ - left;
  armed_budget_ = left;
  accesses_ += static_cast<uint64_t>(done);
  current_->access_count += static_cast<uint32_t>(done);
}

uint64_t Scheduler::accesses() {
  FoldAccesses();
  return accesses_;
}

void Scheduler::ArmAccesses() {
  FoldAccesses();
  // The quantum counts from the operation, not from the last gap, so that a
  // replay that knows of fewer gaps yields at the same accesses.
  ArmAccesses(kAccessQuantum -
              static_cast<int64_t>(current_->access_count) % kAccessQuantum);
}

void Scheduler::ArmAccesses(int64_t budget) {
  gap_armed_ = false;
  every_access_ = false;
  if (running_ && (!ready_.empty() || step_log_.on() || accesses_watched()) &&
      no_preemption_ == 0) {
    bool asks_always = decision_log_.on() && options_.preempt_memory;
    uint64_t gap =
        asks_always ? kEveryAccess : source_->AccessGap(*current_, accesses_);
    if (gap == kEveryAccess) {
      every_access_ = true;
      quantum_left_ = budget;
      gap = 1;
    }
    if (gap < static_cast<uint64_t>(budget)) {
      budget = static_cast<int64_t>(gap);
      gap_armed_ = true;
    }
  }
  armed_budget_ = budget - 1;
  (accesses_held ? held_budget : access_budget) = armed_budget_;
}

void Scheduler::AccessPoint(const volatile void* address, size_t size,
                            uintptr_t pc, bool is_write) {
  if (every_access_) {
    // The budget stays used up: the next access comes here too.
    int64_t left = accesses_held ? held_budget : access_budget;
    if (left > -quantum_left_ && !step_log_.on() && !decision_log_.on() &&
        !shared_stack_.MayBeSeen(address)) {
      return;
    }
    if (left <= -quantum_left_) gap_armed_ = false;
    shared_stack_.Note(address);
  }
  FoldAccesses();
  if (!running_ || no_preemption_ != 0) {
    ArmAccesses();
    return;
  }
  bool yields = !gap_armed_;
  if (yields) {
    // Not a heartbeat: code that reaches no decision must be seen to hang.
    ++steps_;
    bool made_progress = progress_writes != seen_progress_writes_;
    if (made_progress) {
      vital_signs_->progress = vital_signs_->progress + 1;
    } else {
      ++idle_quanta_;
    }
    CheckLimits(&yields, pc);
    if (real_waits_ != nullptr) WakeRealWaits(false);
    PassComputingTime();
    if (!made_progress) PassIdleTime();
    FireDueTimers();
  }
  const PendingOperation access = {
      .kind = OperationKind::kAccess,
      .writes = is_write,
      .size = static_cast<uint32_t>(std::min<size_t>(size, UINT32_MAX)),
      .object = address,
      .pc = pc};
  if (ready_.empty() && step_log_.on()) {
    LogAccessAlone(access);
  } else {
    PreemptAtAccess(access, yields);
  }
  if (step_log_.on()) LogAccess(access);
  ArmAccesses();
}

void Scheduler::PassIdleTime() {
  if (timers_.empty() || idle_quanta_ == 0) return;
  if (idle_quanta_ > kIdleQuantaMax) {
    FireFirstTimer();
  } else {
    // One of them has been passed as computing time.
    uint64_t speed = std::min(idle_quanta_, kIdleSpeedMax);
    now_.ns += (speed - 1) * static_cast<uint64_t>(kAccessQuantum);
  }
}

void Scheduler::PreemptAtAccess(const PendingOperation& access, bool yields) {
  Task* me = current_;
  PendingOperation announced = me->pending;
  me->pending = access;
  if (ready_.empty()) {
    source_->Alone(*me);
    me->pending = announced;
    return;
  }
  SchedulingPoint point = Point(Stream::kAccess, true, yields);
  uint32_t option = Ask(point);
  if (!yields) {
    if (option == 0) {
      // Replayed, but the thread that was chosen cannot run now. No trace of it
      // may be left: the record of this run, without it, is the same run.
      me->pending = announced;
      return;
    }
    ++steps_;
    vital_signs_->decisions = vital_signs_->decisions + 1;
  }
  MixHash((access.pc - image_base_) ^ (static_cast<uint64_t>(me->index) << 36) ^
          (static_cast<uint64_t>(OperationKind::kAccess) << 56));
  Take(point, option);
}

Scheduler::NoPreemption::NoPreemption() {
  ++scheduler.no_preemption_;
  scheduler.ArmAccesses();
}

Scheduler::NoPreemption::~NoPreemption() {
  --scheduler.no_preemption_;
  scheduler.ArmAccesses();
}

}  // namespace detsim::runtime
