// Ctrl-C. The first one asks everything to wind up and report what was done;
// the second ends the process at once.
#ifndef DETSIM_CMD_LIB_INTERRUPT_H_
#define DETSIM_CMD_LIB_INTERRUPT_H_

namespace detsim::cmd {

// Handles SIGINT and SIGTERM from now on.
void InstallInterruptHandler();

bool Interrupted();

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_INTERRUPT_H_
