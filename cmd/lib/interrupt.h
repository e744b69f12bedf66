// Ctrl-C. The first one asks everything to wind up and report what was done;
// the second ends the process at once.
#ifndef DETSIM_CMD_LIB_INTERRUPT_H_
#define DETSIM_CMD_LIB_INTERRUPT_H_

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>

namespace detsim::cmd {

// Handles SIGINT and SIGTERM from now on.
void InstallInterruptHandler();

bool Interrupted();

// True at Ctrl-C, and when `budget` of real time has gone since this call.
std::function<bool()> StopAfter(
    std::optional<std::chrono::milliseconds> budget);

// A process group that the second Ctrl-C, which waits for nothing, takes with
// it. Any thread may call these.
void KillGroupOnExit(pid_t group);
void ForgetGroup(pid_t group);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_INTERRUPT_H_
