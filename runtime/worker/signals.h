// What a run does to signals. The one that the worker stops runs with is out of
// its reach. Handlers that it installs are taken back after it. The C functions
// that install one are interposed to know which; asking the system about every
// signal between runs would cost more than a short run.
#ifndef DETSIM_RUNTIME_WORKER_SIGNALS_H_
#define DETSIM_RUNTIME_WORKER_SIGNALS_H_

#include <signal.h>

namespace detsim::runtime {

// As sigaction(2), and not remembered.
void InstallDefaultHandler(int signal);
void InstallHandler(int signal, const struct sigaction& action);

// From here on changes are remembered. Call before the page snapshot.
void WatchSignalHandlers();
// Puts back what was there at WatchSignalHandlers(). Call before pages are put
// back: the memory of what changed is in them.
void RestoreSignalHandlers();

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_SIGNALS_H_
