// Robust mutexes (pthread_mutexattr_setrobust): the next to lock one is told
// that a thread ended while it held it. A table of those that are held stands
// for the kernel's robust lists.
#ifndef DETSIM_RUNTIME_SCHED_ROBUST_MUTEXES_H_
#define DETSIM_RUNTIME_SCHED_ROBUST_MUTEXES_H_

#include "runtime/include/detsim/abi.h"

namespace detsim::runtime {

struct Task;

// Before the first run. Idempotent.
void PrepareRobustMutexes();
// At the start of a run: nothing is held.
void ForgetRobustMutexes();

// The current thread has just taken `m`. 0, or EOWNERDEAD.
int HoldRobust(detsim_mutex* m);
// It gives `m` back; one that nobody has made consistent is lost for ever.
void ReleaseRobust(detsim_mutex* m);
// `task` has ended: what it holds is free, and marked.
void AbandonRobustMutexes(const Task* task);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_ROBUST_MUTEXES_H_
