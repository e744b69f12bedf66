// What belongs to a thread beyond its stack: thread_local objects, their
// destructors, pthread keys.
#ifndef DETSIM_RUNTIME_SCHED_TASK_LOCAL_H_
#define DETSIM_RUNTIME_SCHED_TASK_LOCAL_H_

#include "runtime/sched/task.h"

namespace detsim::runtime {

// Runs what was registered with __cxa_thread_atexit, last first, then the
// destructors of pthread keys, on the calling fiber, which must be `task`'s.
void RunExitHandlers(Task* task);

// Frees the thread_local objects' storage.
void ReleaseTaskLocals(Task* task);

// Before the first run. Idempotent.
void PrepareTaskLocals();

// Main is one task for many runs: what a run has created goes with the run,
// what static initialisation created stays.
void RememberMainLocals(Task* main);
void ResetMainLocals(Task* main);

// Registers `function(argument)` to run when the current thread ends.
void AddExitHandler(void (*function)(void*), void* argument);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_TASK_LOCAL_H_
