// detsim-test --replay --gdb: a stored failure in the debugger.
#ifndef DETSIM_CMD_LIB_GDB_DEBUGGER_H_
#define DETSIM_CMD_LIB_GDB_DEBUGGER_H_

#include "absl/status/statusor.h"
#include "cmd/lib/progress.h"
#include "cmd/lib/test_command.h"

namespace detsim::cmd {

// The text of detsim_gdb.py: gdb's commands for the threads of a run.
extern const char kGdbHelper[];

// Starts gdb on the replay of options.replay, stopped at the failure or at
// options.step, and waits for its end. InvalidArgument without gdb. Returns the
// exit code.
absl::StatusOr<int> DebugReplay(TestCommandOptions options, Progress* progress);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_GDB_DEBUGGER_H_
