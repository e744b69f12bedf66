// Waiting for what only one thread can get at a time: a lock, the last permit
// of a semaphore.
#ifndef DETSIM_RUNTIME_SCHED_COMPETITOR_H_
#define DETSIM_RUNTIME_SCHED_COMPETITOR_H_

#include "runtime/sched/scheduler.h"

namespace detsim::runtime {

// While it lives the current thread competes with those in `waiters`: when it
// has been woken and somebody else is faster, Scheduler::ReturnLosers() makes
// it wait again. It must have nothing else to find out when it goes on.
class Competitor {
 public:
  Competitor(detsim_queue* waiters, Instant deadline) {
    me_->competes = waiters;
    me_->competes_until = deadline;
  }
  ~Competitor() { me_->competes = nullptr; }
  Competitor(const Competitor&) = delete;
  Competitor& operator=(const Competitor&) = delete;

 private:
  Task* me_ = scheduler.current();
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_COMPETITOR_H_
