// A project that CMake does not build: a command of the user's builds it, with
// the compiler launcher as its compiler, and the user names the programs.
#ifndef DETSIM_CMD_LIB_OTHER_BUILD_H_
#define DETSIM_CMD_LIB_OTHER_BUILD_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cmd/lib/cmake_targets.h"
#include "cmd/lib/progress.h"

namespace detsim::cmd {

struct OtherBuild {
  std::string directory;   // The project; the command runs here. Absolute.
  std::string build;       // Ours, for builds out of place: $DETSIM_BUILD.
  std::string configured;  // Of detsim-cc: $DETSIM_CONFIG.
  std::string stamp;       // Another one when that changes: $DETSIM_STAMP.
  std::string command;     // For sh; empty: it is built already.
  // Programs to run: absolute, or below `build` or `directory`.
  std::vector<std::string> binaries;
};

// Runs the command, with detsim-cc in PATH and CC and CXX set to it.
// FailedPrecondition, with its words, when it fails.
absl::Status RunBuildCommand(const OtherBuild& build, Progress* progress);

// The programs, those of `targets` alone if that is not empty. InvalidArgument,
// in one line, for one that is missing or not linked by detsim-cc.
absl::StatusOr<std::vector<CmakeTarget>> FindBinaries(
    const OtherBuild& build, const std::vector<std::string>& targets);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_OTHER_BUILD_H_
