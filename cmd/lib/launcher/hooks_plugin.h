// Whether the compiler plugin that puts access hooks in place can be used.
#ifndef DETSIM_CMD_LIB_LAUNCHER_HOOKS_PLUGIN_H_
#define DETSIM_CMD_LIB_LAUNCHER_HOOKS_PLUGIN_H_

#include <string>
#include <vector>

#include "cmd/lib/launcher/config.h"

namespace detsim::launcher {

// What `compiler` (absolute) needs to be told to use the plugin. Nothing, said
// once, if it is not there or does not work with this compiler: then accesses
// are calls, which is slower and otherwise the same. Tried once with each
// plugin and compiler; the answer is kept in the state directory.
std::vector<std::string> HooksPluginFlags(const LauncherConfig& config,
                                          const std::string& compiler);

}  // namespace detsim::launcher

#endif  // DETSIM_CMD_LIB_LAUNCHER_HOOKS_PLUGIN_H_
