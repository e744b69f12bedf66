// The executables of a configured CMake project, read from the answer of
// CMake's file API (codemodel version 2).
#ifndef DETSIM_CMD_LIB_CMAKE_TARGETS_H_
#define DETSIM_CMD_LIB_CMAKE_TARGETS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace detsim::cmd {

// A test of ctest's (add_test) that runs a program of the project.
struct CtestEntry {
  std::string name;
  std::vector<std::string> arguments;  // Those after the program.
  std::string directory;  // Where it runs; the program's folder if not said.
};

struct CmakeTarget {
  std::string name;
  std::string binary;  // Absolute path of the executable.
  bool links_gtest = false;
  std::string directory;  // That of its first test; its own if it has none.
  std::vector<CtestEntry> tests;
};

// Asks CMake to answer when it next configures `build`.
absl::Status WriteCmakeQuery(const std::string& build);

// Sorted by name. FailedPrecondition when there is no answer.
absl::StatusOr<std::vector<CmakeTarget>> ReadCmakeTargets(
    const std::string& build);

// Asks ctest for each program's tests and fills `tests` and `directory`. The
// programs have to be built: ctest leaves out the others.
void FindCtestEntries(const std::string& build,
                      std::vector<CmakeTarget>* programs);

// The same from the output of ctest --show-only=json-v1.
void ReadCtestEntries(std::string_view ctest_output,
                      std::vector<CmakeTarget>* programs);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_CMAKE_TARGETS_H_
