// The configuration of the compiler launcher: one JSON file, written by
// detsim-test before a build and read by every detsim-cc process in it.
//
//   { "version": 1, "state_dir": "/p/.detsim/rewritten",
//     "scope": ["/p", "/p/.detsim/build"], "exclude": ["*/third_party/*"],
//     "keep_opt": false, "own_libs": false, "instrument": true,
//     "cc_args": [] }
#ifndef DETSIM_CMD_LIB_LAUNCHER_CONFIG_H_
#define DETSIM_CMD_LIB_LAUNCHER_CONFIG_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rewriter/scope.h"

namespace detsim::launcher {

struct LauncherConfig {
  // Where rewritten texts, overlays and reports go; absolute.
  std::string state_dir;
  // Directories that may be rewritten (source tree and build tree), and
  // fnmatch patterns over absolute paths of what is left out. Test frameworks
  // always are: they run natively, around the program under test.
  std::vector<std::string> scope;
  std::vector<std::string> exclude;
  // Keep the project's -O level instead of -O1.
  bool keep_opt = false;
  // Precompiled libraries run under control too: native thread-locals, and
  // the runtime for that.
  bool own_libs = false;
  // Make plain loads and stores decision points (-fsanitize=thread code).
  bool instrument = true;
  // Appended to every compile command.
  std::vector<std::string> cc_args;
  // Whether some tool keeps a file of it, and the state directory, up to date.
  bool from_file = false;

  rewriter::Scope Scope() const {
    return {.directories = scope,
            .exclude = exclude,
            .without_frameworks = true,
            .with_libraries = true};
  }
};

// Without a file: the project around `directory` (the nearest folder with a
// .git, else the outermost with a build file) is the scope.
LauncherConfig DefaultLauncherConfig(const std::string& directory);

// Adds scope and exclusions from a list of files, folders or patterns, absolute
// or below `directory` ("*" at the beginning stands for any folder). "!ENTRY"
// leaves out; without an entry but those and "+ENTRY", which adds, all of
// `directory` is in the scope as well: then the result is true.
bool SetScope(const std::vector<std::string>& entries,
              const std::string& directory, LauncherConfig& config);

std::string LauncherConfigJson(const LauncherConfig& config);

// NotFound if the file is missing, InvalidArgument if it is no configuration.
absl::StatusOr<LauncherConfig> ReadLauncherConfig(const std::string& path);

}  // namespace detsim::launcher

#endif  // DETSIM_CMD_LIB_LAUNCHER_CONFIG_H_
