// A forked child of the worker performs the runs of (part of) a request.
#ifndef DETSIM_RUNTIME_WORKER_CHILD_H_
#define DETSIM_RUNTIME_WORKER_CHILD_H_

#include <signal.h>

#include "runtime/worker/private_files.h"
#include "runtime/worker/request.h"
#include "runtime/worker/run_record.h"

namespace detsim::runtime {

// The program under test as it was started.
struct Program {
  char* name = nullptr;  // argv[0]
  int (*main)(int, char**, char**) = nullptr;
  char** environment = nullptr;
  const char* temporary_directory = nullptr;  // Emptied before each run.
  PrivateFiles private_files;                 // Restored before each run.
  uint32_t static_threads = 0;                // That start before main.
};

// Sent by the watching worker to a child that reaches no decision.
inline int HangSignal() { return SIGRTMAX - 1; }

// Performs runs [first, last) of `request`, in order, into `batch`, and exits.
// A run that leaves the process unusable ends it early.
[[noreturn]] void PerformRuns(const Program& program,
                              const WorkerRequest& request, uint32_t first,
                              uint32_t last, BatchRecord* batch);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_CHILD_H_
