// Precompiled headers on a command line, in every way in which Clang takes one.
#ifndef DETSIM_CMD_LIB_LAUNCHER_PRECOMPILED_H_
#define DETSIM_CMD_LIB_LAUNCHER_PRECOMPILED_H_

#include <string>
#include <vector>

#include "rewriter/command_line.h"

namespace detsim::launcher {

// The options with the text of a precompiled header in its place: it holds
// headers that were not rewritten, made with other flags. `directory`: where
// the compiler runs.
std::vector<rewriter::CompilerOption> WithTextOfHeaders(
    const std::vector<rewriter::CompilerOption>& options,
    const std::string& directory);

}  // namespace detsim::launcher

#endif  // DETSIM_CMD_LIB_LAUNCHER_PRECOMPILED_H_
