// The executables of a configured CMake project, read from the answer of
// CMake's file API (codemodel version 2).
#ifndef DETSIM_CMD_LIB_CMAKE_TARGETS_H_
#define DETSIM_CMD_LIB_CMAKE_TARGETS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace detsim::cmd {

struct CmakeTarget {
  std::string name;
  std::string binary;  // Absolute path of the executable.
  bool links_gtest = false;
};

// Asks CMake to answer when it next configures `build`.
absl::Status WriteCmakeQuery(const std::string& build);

// Sorted by name. FailedPrecondition when there is no answer.
absl::StatusOr<std::vector<CmakeTarget>> ReadCmakeTargets(
    const std::string& build);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_CMAKE_TARGETS_H_
