// Whole files in and out. Writing is atomic (a temporary name, then a rename),
// so that parallel compiler processes never see half a file. A device or a
// pipe (/dev/stdout) is written to, a link is followed: neither is replaced.
#ifndef DETSIM_REWRITER_OUTPUT_FILES_H_
#define DETSIM_REWRITER_OUTPUT_FILES_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace detsim::rewriter {

// NotFound if it cannot be opened, Unavailable if it cannot be read.
absl::StatusOr<std::string> ReadFile(const std::string& path);

// Makes the directories above it. Unavailable, with the system's reason, if
// anything fails.
absl::Status WriteFile(const std::string& path, std::string_view text);

// WriteFile unless the file holds that text already: its time stays, and what
// depends on it is not rebuilt.
absl::Status WriteFileIfChanged(const std::string& path, std::string_view text);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_OUTPUT_FILES_H_
