// .detsim.json in a project's folder: what the flags say, for everybody who
// works on the project. Flags on the command line win.
//
//   { "trials": 5000, "scope": ["src", "!src/generated/*"], "strict": true }
#ifndef DETSIM_CMD_LIB_SETTINGS_FILE_H_
#define DETSIM_CMD_LIB_SETTINGS_FILE_H_

#include <set>
#include <string>

#include "absl/status/status.h"
#include "cmd/lib/command_line.h"

namespace detsim::cmd {

// Sets the flags that the file in `directory` names, except those that were
// given, and adds them to `given`. Nothing without a file. InvalidArgument,
// with the file's name, when it is no JSON object or names what is no flag or
// no setting.
absl::Status ApplySettingsFile(const std::string& directory,
                               const CommandHelp& help,
                               std::set<std::string>* given);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_SETTINGS_FILE_H_
