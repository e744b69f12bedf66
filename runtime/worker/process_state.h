// What a run changes outside its memory and what can be undone cheaply: the
// working directory, the descriptors that it leaves open or closes, the output,
// the mask of files and of signals.
#ifndef DETSIM_RUNTIME_WORKER_PROCESS_STATE_H_
#define DETSIM_RUNTIME_WORKER_PROCESS_STATE_H_

namespace detsim::runtime {

// The runtime's own descriptors are from here on, out of the way of the numbers
// that the program under test is given.
inline constexpr int kOwnDescriptors = 400;

// Call before the page snapshot, so that what it remembers is in it.
void RememberProcess();
// False when it cannot be done: end the process then.
bool RestoreProcess();

// Threads of the system's, made behind the runtime's back: they would run on in
// memory that is put back under them.
bool HasKernelThreads();

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_PROCESS_STATE_H_
