// Named semaphores (sem_open): a table of the run's own instead of the system's
// files, so that no run sees what another one left.
#ifndef DETSIM_RUNTIME_SCHED_NAMED_SEMAPHORES_H_
#define DETSIM_RUNTIME_SCHED_NAMED_SEMAPHORES_H_

namespace detsim::runtime {

// Before the first run. Idempotent.
void PrepareNamedSemaphores();
// At the start of a run.
void ForgetNamedSemaphores();

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_NAMED_SEMAPHORES_H_
