// Processes that a run started and left behind. They are children of the
// worker once their own parent is gone (the tool made it a subreaper).
#ifndef DETSIM_RUNTIME_WORKER_LEFT_PROCESSES_H_
#define DETSIM_RUNTIME_WORKER_LEFT_PROCESSES_H_

namespace detsim::runtime {

// Those that the program started before main: they stay.
void RememberChildProcesses();

// Kills and reaps all other children of this process and what they started.
// To be called when no run is on.
void EndLeftProcesses();

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_LEFT_PROCESSES_H_
