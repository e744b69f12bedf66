// The ways a run ends other than by returning from main: verdicts of the
// scheduler, signals, std::terminate, exit(), the watching worker's signal.
// Each completes the run's record and ends the child.
#ifndef DETSIM_RUNTIME_WORKER_ENDINGS_H_
#define DETSIM_RUNTIME_WORKER_ENDINGS_H_

#include "runtime/worker/run_record.h"

namespace detsim::runtime {

// Installs handlers in a child that performs runs.
void InstallEndings();

// Registered before every other exit handler, so that it runs last.
void InstallExitHandler();
// The program's main has returned 0 in a run: what remains of the program (its
// exit handlers, the destructors of its statics) belongs to the run.
[[noreturn]] void ExitAfterMain();

// The scheduler's EndRunFunction.
void EndRunHere(Verdict verdict, const char* message, uintptr_t pc);

// The signal handlers among them; a run may have replaced them.
void InstallSignalHandlers();

// Of the watching process's signal (child.cc).
StopReason StoppedBecause();
// Completes the record of the current run (child.cc).
void FinishRun(const RunEnding& ending);
// After that, from wherever the run is: on to the next run, or out (child.cc).
[[noreturn]] void EndRunProcess();

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_ENDINGS_H_
