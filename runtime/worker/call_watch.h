// Whether a run has made a system call. One that has made none has left nothing
// behind but its memory, and that is all that has to be put back: for a short
// run the dozen calls that put back the rest cost more than the run.
//
// By Syscall User Dispatch (Linux 5.11): while it is on, the kernel answers a
// call with SIGSYS instead of performing it. The handler notes that, lets calls
// through until the run's end, and has the call made again.
#ifndef DETSIM_RUNTIME_WORKER_CALL_WATCH_H_
#define DETSIM_RUNTIME_WORKER_CALL_WATCH_H_

namespace detsim::runtime {

// Call before the page snapshot. Where the kernel has no such thing, or the
// program has its own use for SIGSYS, every run counts as one that makes calls.
void PrepareCallWatch();

// Around a run. Runs that make calls anyway are mostly not watched, since a
// SIGSYS costs as much as several calls.
void BeginCallWatch();
// True when the run has made a call, or may have.
bool EndCallWatch();

// The program asks for or sets the handler of SIGSYS: it must not see ours.
void GiveUpCallWatch();

// The run that is on is watched and has made none.
bool NoCallYet();

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_CALL_WATCH_H_
