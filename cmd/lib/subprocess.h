// Other programs: run one to its end and collect what it says.
#ifndef DETSIM_CMD_LIB_SUBPROCESS_H_
#define DETSIM_CMD_LIB_SUBPROCESS_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace detsim::cmd {

struct Command {
  std::vector<std::string> arguments;  // [0] is looked up in PATH.
  std::string directory;               // Empty: the current one.
  // The whole environment; nothing: ours, with `extra_environment` added.
  std::optional<std::vector<std::string>> environment;
  std::vector<std::string> extra_environment;  // "NAME=value"
  bool no_randomization = false;  // Address space layout, as for workers.
  int timeout_seconds = 0;        // Real time; 0 is none.
  // Called for every line of output as it comes, without the line's end.
  std::function<void(std::string_view line)> on_line;
};

struct CommandResult {
  int exit_code = -1;  // -1: ended by `signal`.
  int signal = 0;
  bool timed_out = false;
  std::string output;  // stdout and stderr, interleaved.
};

// InvalidArgument if it cannot be started; Cancelled after Ctrl-C.
absl::StatusOr<CommandResult> RunCommand(const Command& command);

// "exit code 3", "signal 11 (Segmentation fault)", "no end within 10 s".
std::string EndText(const CommandResult& result);

// The first of `names` that is an executable in PATH; empty if none is.
std::string FindProgram(const std::vector<std::string>& names);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_SUBPROCESS_H_
