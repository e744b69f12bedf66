// The launcher's state directory: what must be right before a build starts.
//
// Build systems know the user's files only, so each dependency file also names
// a stamp here; its text follows tools, table, shims and configuration, and its
// time moves when one of them changes. A changed runtime only needs another
// link, which no build system sees either: the stale programs are removed, and
// so are objects of builds that keep no dependency files.
#ifndef DETSIM_CMD_LIB_LAUNCHER_STATE_H_
#define DETSIM_CMD_LIB_LAUNCHER_STATE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cmd/lib/launcher/config.h"

namespace detsim::launcher {

// Where the runtime object and the shims are:
// <directory of this executable>/../lib/detsim, or that directory itself.
std::string ResourceDirectory();

// The compiler plugin that puts the access hooks in place; it may be missing.
std::string HooksPluginPath();

// The runtime that programs are linked with.
std::string RuntimeObject(const LauncherConfig& config);

// The detsim-cc executable, and the one that it hands what it cannot repeat.
std::string LauncherPath();
std::string RewritingLauncherPath();

std::string StampPath(const LauncherConfig& config);

// The text that the stamp should have now.
std::string StampText(const LauncherConfig& config);

// Brings the state directory up to date (a .gitignore, the stamp, no program
// linked with another runtime) and writes the configuration to `config_path`.
// Files that are right keep their times. detsim-test calls it before each
// build; an empty `config_path` means a detsim-cc that runs without one.
// Unavailable if a file cannot be written.
absl::Status PrepareState(const LauncherConfig& config,
                          const std::string& config_path);

// What a build system cannot know about a file that the launcher made.
struct MadeFile {
  std::string path;
  bool linked = false;    // Holds the runtime.
  bool compiled = false;  // And there is no dependency file to name the stamp.
};

// Remembers that `file` was made with the runtime and the stamp as they are
// now: PrepareState removes it when they have changed.
absl::Status RecordMadeFile(const LauncherConfig& config, const MadeFile& file);

// Size and time of a file, for what need not be read.
std::string FileIdentity(const std::string& path);

// Prints what went wrong and returns the exit code for it.
int FailToBuild(const absl::Status& status);

// Prints "detsim-cc: `message`" to stderr the first time it is said with this
// state directory: builds call the launcher once a file.
void SayOnce(const LauncherConfig& config, const std::string& message);

}  // namespace detsim::launcher

#endif  // DETSIM_CMD_LIB_LAUNCHER_STATE_H_
