// Compiles that the launcher has worked out before: the command line that was
// asked for, and what became of it. While nothing has changed, detsim-cc needs
// no Clang of its own to do the same again; loading it takes longer than all
// else that the launcher does.
//
//   <state>/compiles/<fingerprint of directory and words>.json
#ifndef DETSIM_CMD_LIB_LAUNCHER_STORED_COMPILE_H_
#define DETSIM_CMD_LIB_LAUNCHER_STORED_COMPILE_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "cmd/lib/launcher/config.h"
#include "rewriter/output/unit_cache.h"

namespace detsim::launcher {

struct StoredCompile {
  std::string source;              // absolute
  std::string object;              // absolute
  std::string depfile;             // empty if none is written
  std::vector<std::string> words;  // the adjusted command, compiler first
  std::string key;  // in the cache of units; empty for what is not rewritten
};

// Remembers what `asked` became. A command that reads more words from a file
// is not kept.
absl::Status StoreCompile(const LauncherConfig& config,
                          const std::string& directory,
                          const std::vector<std::string>& asked,
                          const StoredCompile& compile);

// Compiles as before and returns the exit code. Nothing if `asked` is unknown,
// something has changed, or the compiler did not agree: then nothing has been
// printed, and the launcher must look at it anew.
std::optional<int> RepeatCompile(const LauncherConfig& config,
                                 const std::string& directory,
                                 const std::vector<std::string>& asked);

// What goes before the adjusted arguments so that the compiler sees the
// rewritten unit: forced shim headers, the overlay. Empty without an edit.
std::vector<std::string> UnitPrefix(const rewriter::StoredUnit& unit);

// After a compile: fails, and removes the object, if `changed_input` names a
// file; else has the build system look at the stamp.
absl::Status FinishCompile(const LauncherConfig& config,
                           const StoredCompile& compile,
                           const std::string& changed_input);

}  // namespace detsim::launcher

#endif  // DETSIM_CMD_LIB_LAUNCHER_STORED_COMPILE_H_
