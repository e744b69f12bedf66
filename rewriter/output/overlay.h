// The Clang VFS overlay of one unit: original names, rewritten contents.
#ifndef DETSIM_REWRITER_OUTPUT_OVERLAY_H_
#define DETSIM_REWRITER_OUTPUT_OVERLAY_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace detsim::rewriter {

struct OverlayEntry {
  std::string name;      // absolute, as the compiler opens it
  std::string contents;  // the file to read instead
};

// YAML for -ivfsoverlay. Names stay the originals everywhere (__FILE__,
// messages, debug information, dependency files). InvalidArgument for a path
// that is not UTF-8: YAML has no other text.
absl::StatusOr<std::string> OverlayYaml(
    const std::vector<OverlayEntry>& entries);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_OUTPUT_OVERLAY_H_
