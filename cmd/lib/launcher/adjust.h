// The project's flags made into ours, and nothing more: what the design needs
// for control is added, what would defeat it or what Clang rejects is dropped
// and listed, the rest stays.
#ifndef DETSIM_CMD_LIB_LAUNCHER_ADJUST_H_
#define DETSIM_CMD_LIB_LAUNCHER_ADJUST_H_

#include <string>
#include <vector>

#include "cmd/lib/launcher/command.h"
#include "cmd/lib/launcher/config.h"

namespace detsim::launcher {

struct AdjustedArguments {
  std::vector<std::string> words;    // without the compiler
  std::vector<std::string> dropped;  // Clang rejects them, or they defeat us
  bool instrumented = false;         // plain accesses are decision points
};

// For one compile. Units out of scope get thread-local storage and frame
// pointers of the same kind and nothing else.
AdjustedArguments AdjustCompile(const Command& command,
                                const LauncherConfig& config, bool in_scope,
                                const std::vector<std::string>& extra_flags);

// For a link: `runtime_flags` (the runtime object, its --wraps) go before the
// first input of a program; a shared library resolves them from the program.
AdjustedArguments AdjustLink(const Command& command,
                             const LauncherConfig& config,
                             const std::vector<std::string>& runtime_flags);

}  // namespace detsim::launcher

#endif  // DETSIM_CMD_LIB_LAUNCHER_ADJUST_H_
