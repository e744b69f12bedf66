// Make's dependency files, as compilers write them.
#ifndef DETSIM_CMD_LIB_LAUNCHER_DEPENDENCY_FILE_H_
#define DETSIM_CMD_LIB_LAUNCHER_DEPENDENCY_FILE_H_

#include <string>

#include "absl/status/status.h"

namespace detsim::launcher {

// `text` with one more prerequisite at the end of its first rule (later ones
// are -MP's phony targets).
std::string WithDependency(const std::string& text, const std::string& path);

// WithDependency on a file, in place. OK if there is no such file.
absl::Status AddDependency(const std::string& file, const std::string& path);

}  // namespace detsim::launcher

#endif  // DETSIM_CMD_LIB_LAUNCHER_DEPENDENCY_FILE_H_
