// Parses a command line into the program's Abseil flags by the rules that all
// commands share: words joined by underscores or dashes, lists separated by
// commas or repeated, --help, --version, and exit code 2 for what is wrong
// (Abseil's own parser exits with 1).
#ifndef DETSIM_CMD_LIB_COMMAND_LINE_H_
#define DETSIM_CMD_LIB_COMMAND_LINE_H_

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace detsim::cmd {

inline constexpr std::string_view kToolVersion = "detsim 0.1.0";

// One line of --help. The order of the table is the order shown.
struct FlagHelp {
  std::string_view name;   // As declared with ABSL_FLAG.
  std::string_view value;  // "DIR", "N"; empty for a switch.
};

struct CommandHelp {
  std::string_view name;     // "detsim-test"
  std::string_view summary;  // What it is for, one or two lines.
  std::string_view usage;    // Lines after "usage:".
  std::vector<FlagHelp> flags;
  std::string_view examples;  // Ready to paste.
};

// The text of --help. Flag texts come from their ABSL_FLAG declarations.
std::string HelpText(const CommandHelp& help);

struct CommandLine {
  std::vector<std::string> positional;
  std::set<std::string> given;            // Names of the flags that were set.
  std::vector<std::string> after_dashes;  // What follows a lone "--".
  bool help = false;
  bool version = false;
};

// Sets the flags that `help` lists and returns the rest. InvalidArgument for
// an unknown flag (with the nearest known one) or a bad value.
absl::StatusOr<CommandLine> ParseCommandLine(int argc, char** argv,
                                             const CommandHelp& help);

// ParseCommandLine for a main(): prints help, version or the error. When it
// returns a number, exit with it. `given`, if wanted, has the flags' names.
// Without `after_dashes`, words after "--" are positional.
std::optional<int> ParseOrExit(
    int argc, char** argv, const CommandHelp& help,
    std::vector<std::string>* positional,
    std::set<std::string>* given = nullptr,
    std::vector<std::string>* after_dashes = nullptr);

// Sets one of the flags that `help` lists. InvalidArgument, naming the flag,
// when `value` is not one of its values.
absl::Status SetFlag(const CommandHelp& help, const std::string& name,
                     const std::string& value);
// "unknown flag --dri; did you mean --dir?"
std::string UnknownFlag(const CommandHelp& help, const std::string& name);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_COMMAND_LINE_H_
