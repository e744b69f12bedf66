// How a run ends that its program does not end: limits, livelocks, deadlocks.
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "runtime/base/text.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

// What a quantum of plain accesses without any store counts for on the way to a
// livelock: at the default limit a billion loads, more than a computation that
// only reads is likely to do.
constexpr uint64_t kIdleQuantumSteps = 1000;
// How often limits are looked at.
constexpr uint64_t kCheckSteps = 65536;

// A spin looks at a few objects again and again, a pass over many looks at each
// a few times: this often on average is taken for a spin.
constexpr uint64_t kLooksAtOneObject = 256;

// Between attempts to see the state of a thread that is alone come back.
constexpr uint64_t kLoopStatePause = 1'000'000;

}  // namespace

void Scheduler::NoteLook(const volatile void* object) {
  uint64_t hash = reinterpret_cast<uintptr_t>(object) * 0x9e3779b97f4a7c15ull >>
                  kLooksShift;
  uint64_t bit = uint64_t{1} << hash % 64;
  if ((looked_[hash / 64] & bit) != 0) return;
  looked_[hash / 64] |= bit;
  ++looked_[kLookBits / 64];
}

void Scheduler::ForgetLooks() {
  if (looked_[kLookBits / 64] == 0) return;
  memset(looked_.data(), 0, kLookBits / 8);
  looked_[kLookBits / 64] = 0;
}

void Scheduler::CheckLimits(bool* yields, uintptr_t pc) {
  bool idle = false;
  next_check_ = steps_ + kCheckSteps;
  if (progress_writes != seen_progress_writes_ || !instrumented) {
    seen_progress_writes_ = progress_writes;
    progress_step_ = steps_;
    idle_quanta_ = 0;
    ForgetLooks();
    loop_state_.Forget();
    progress_horizon_ = timers_.last_deadline();
  } else {
    idle = steps_ - progress_step_ + idle_quanta_ * kIdleQuantumSteps >=
               std::max(options_.livelock_steps,
                        looked_[kLookBits / 64] * kLooksAtOneObject) &&
           now_ >= progress_horizon_;
  }
  bool used_up = steps_ >= options_.steps_max;
  if (idle && (used_up || !MayEndByItself(pc))) {
    Fail(Verdict::kLivelock,
         "threads keep running, but none of them changes anything", pc);
  }
  if (used_up) {
    Fail(Verdict::kInconclusive, "the step budget is used up", pc);
  }
  if (steps_ - slice_start_ >= options_.quantum_steps) {
    slice_start_ = steps_;
    *yields = true;
  }
  next_check_ = std::min(
      {next_check_, options_.steps_max, slice_start_ + options_.quantum_steps});
}

// A loop whose exit others decide goes on for ever when they change nothing.
// That of a thread that nobody else can run beside may count, in a register:
// only a state that comes back proves that it does not.
bool Scheduler::MayEndByItself(uintptr_t pc) {
  if (!ready_.empty() || !timers_.empty() || real_waits_ != nullptr) {
    return false;
  }
  // Plain loads alone: enough of them for any computation.
  if (idle_quanta_ * kIdleQuantumSteps >= options_.livelock_steps) return false;
  if (steps_ < next_loop_step_) return true;
  if (loop_state_.ComesBack(
          pc, reinterpret_cast<uintptr_t>(current_->stack.high))) {
    return false;
  }
  if (loop_state_.exhausted()) {
    loop_state_.Forget();
    next_loop_step_ = steps_ + kLoopStatePause;
  } else {
    next_check_ = steps_ + 1;
  }
  return true;
}

void Scheduler::Deadlock() {
  Fail(Verdict::kDeadlock, "no thread can go on", current_->pending.pc);
}

void Scheduler::Fail(Verdict verdict, const char* message, uintptr_t pc) {
  if (running_ && !forked_child_) end_run_(verdict, message, pc);
  FixedText<256> text;
  text << "detsim: " << VerdictName(verdict) << ": " << message << "\n";
  [[maybe_unused]] ssize_t ignored =
      write(STDERR_FILENO, text.c_str(), text.size());
  abort();
}

}  // namespace detsim::runtime
