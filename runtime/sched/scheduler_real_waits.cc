// Threads that wait for the real system, as the scheduler sees them.
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {

void Scheduler::BlockOnReal(RealWait* wait, Instant deadline) {
  wait->next = real_waits_;
  real_waits_ = wait;
  if (Block(nullptr, deadline)) {
    // Time has passed for it: a loop that waits like this does not spin, and
    // nobody's time is up early for its sake.
    wait->task->idle = wait->task->idle_yields = 0;
    idle_steps_ = 0;
  }
  RealWait** link = &real_waits_;
  while (*link != wait) link = &(*link)->next;
  *link = wait->next;
}

bool Scheduler::WakeRealWaits(bool alone) {
  constexpr long kAloneMs = 1;
  bool any = false;
  real_change_ = false;
  for (RealWait* wait = real_waits_; wait != nullptr; wait = wait->next) {
    // Woken already, for this or because its time was up.
    if (wait->task->state != TaskState::kBlocked) continue;
    wait->result = wait->look(wait->context, alone ? kAloneMs : 0);
    if (wait->result == 0) continue;
    Wake(wait->task);
    any = true;
  }
  return any;
}

void Scheduler::NoteRealEffect() {
  current_->idle = current_->idle_yields = current_->clock_reads = 0;
  idle_steps_ = 0;
}

}  // namespace detsim::runtime
