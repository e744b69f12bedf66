// A user's project: built through the compiler launcher, by CMake out of place,
// or by a command of the user's. We write nothing outside the output folder.
#ifndef DETSIM_CMD_LIB_PROJECT_H_
#define DETSIM_CMD_LIB_PROJECT_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cmd/lib/cmake_targets.h"
#include "cmd/lib/files.h"
#include "cmd/lib/other_build.h"
#include "cmd/lib/progress.h"

namespace detsim::cmd {

struct ProjectOptions {
  std::string directory;             // Absolute.
  std::string out;                   // Absolute; mostly DIRECTORY/.detsim.
  std::vector<std::string> targets;  // Empty: all that link GoogleTest.
  // What cannot be done when a target is not there, in words, if it was not the
  // user who named it.
  std::string targets_of;
  std::vector<std::string> cmake_arguments;
  std::vector<std::string> compiler_arguments;
  // As launcher::SetScope takes it.
  std::vector<std::string> scope;
  bool keep_optimization = false;
  // Precompiled libraries run under control too; another build.
  bool own_libraries = false;
  // For a project that CMake does not build (other_build.h).
  std::string build_command;
  std::vector<std::string> binaries;
};

class Project {
 public:
  // Checks the folder, takes the lock on the output folder (it is held while
  // the project lives), configures if anything changed and builds the test
  // programs. NotFound or InvalidArgument for a folder without a project,
  // FailedPrecondition with the compiler's words when it does not build.
  static absl::StatusOr<Project> Prepare(const ProjectOptions& options,
                                         Progress* progress);

  const std::string& directory() const { return options_.directory; }
  const std::string& out() const { return options_.out; }
  std::string build() const { return variant() + "/build"; }
  // What the compiler saw, with its reports.
  std::string rewritten() const { return variant() + "/rewritten"; }
  // The test programs: what was built.
  const std::vector<CmakeTarget>& programs() const { return programs_; }

 private:
  explicit Project(ProjectOptions options) : options_(std::move(options)) {}

  // Each kind of build has a folder of its own, so that both stay built.
  std::string variant() const {
    return options_.own_libraries ? options_.out + "/own_libs" : options_.out;
  }
  bool uses_cmake() const { return options_.binaries.empty(); }
  OtherBuild AsOtherBuild() const;
  absl::Status CheckDirectory() const;
  absl::Status PrepareOut(Progress* progress);
  absl::Status WriteLauncherConfig() const;
  std::vector<std::string> ConfigureArguments() const;
  absl::Status Configure(Progress* progress);
  absl::Status SelectPrograms();
  absl::Status Build(Progress* progress);
  absl::Status BuildWithCmake(Progress* progress);
  absl::Status BuildWithCommand(Progress* progress);

  ProjectOptions options_;
  FileLock lock_;
  std::vector<CmakeTarget> programs_;
};

// The folder with detsim's executables.
std::string ToolDirectory();

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_PROJECT_H_
