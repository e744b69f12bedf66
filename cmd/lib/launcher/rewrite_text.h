// What detsim-rewrite says: for people and as JSON.
#ifndef DETSIM_CMD_LIB_LAUNCHER_REWRITE_TEXT_H_
#define DETSIM_CMD_LIB_LAUNCHER_REWRITE_TEXT_H_

#include <string>

#include "cmd/lib/launcher/rewrite_project.h"

namespace detsim::launcher {

// One line for each thing that is left as it is, then edits by symbol, then
// a line that sums up. Paths are shown relative to `directory`.
std::string RewriteText(const RewrittenProject& project,
                        const std::string& directory);

std::string RewriteJson(const RewrittenProject& project,
                        const std::string& directory);

// All edited files as one unified diff.
std::string RewriteDiff(const RewrittenProject& project,
                        const std::string& directory);

// The overlay that puts the tree at `out` in place of the originals.
absl::StatusOr<std::string> RewriteOverlay(const RewrittenProject& project,
                                           const std::string& directory,
                                           const std::string& out);

}  // namespace detsim::launcher

#endif  // DETSIM_CMD_LIB_LAUNCHER_REWRITE_TEXT_H_
