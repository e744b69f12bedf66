// detsim-cc without its main: one compiler command in, its exit code out.
#ifndef DETSIM_CMD_LIB_LAUNCHER_LAUNCHER_H_
#define DETSIM_CMD_LIB_LAUNCHER_LAUNCHER_H_

#include <string>
#include <vector>

#include "cmd/lib/launcher/command.h"
#include "cmd/lib/launcher/config.h"
#include "cmd/lib/launcher/rewritten_unit.h"

namespace detsim::launcher {

class Launcher {
 public:
  // `directory` is the process's working directory. The state directory is
  // prepared (PrepareState).
  Launcher(const LauncherConfig& config, const std::string& directory);

  // Runs `words`, a compiler and its arguments. May not return (a command
  // that passes through replaces the process).
  int Run(const std::vector<std::string>& words);

 private:
  int CompileEach(const Command& command);
  int CompileAndLink(const Command& command);
  int Compile(const Command& command, const std::string& source);
  // `has_compiled`: also compiled in the same command, and no dependency file
  // tells the build system of what.
  int Link(const Command& command, bool has_compiled);

  int CompileRewritten(const UnitCompile& compile, RewrittenUnit& unit);
  std::vector<std::string> CompileFlags(const std::string& compiler) const;
  std::vector<std::string> RuntimeFlags() const;
  // Has the compiler count the shims' folder and the stamp's among its own, for
  // build systems that ask for those and refuse headers that nobody declared.
  void AddBuiltinDirectories() const;
  std::string Absolute(const std::string& path) const;

  LauncherConfig config_;
  std::string directory_;
  std::string resources_;
  // What to remember the compile under; empty if it is not to be.
  std::vector<std::string> asked_;
};

}  // namespace detsim::launcher

#endif  // DETSIM_CMD_LIB_LAUNCHER_LAUNCHER_H_
