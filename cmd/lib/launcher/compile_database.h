// compile_commands.json: how each unit of a project is compiled.
// https://clang.llvm.org/docs/JSONCompilationDatabase.html
#ifndef DETSIM_CMD_LIB_LAUNCHER_COMPILE_DATABASE_H_
#define DETSIM_CMD_LIB_LAUNCHER_COMPILE_DATABASE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace detsim::launcher {

struct DatabaseEntry {
  std::string directory;
  std::string file;  // absolute
  std::vector<std::string> words;
};

// NotFound if the file is missing, InvalidArgument if it is no database.
absl::StatusOr<std::vector<DatabaseEntry>> ReadCompileDatabase(
    const std::string& path);

// The database of a project: in `directory` itself or in its build* folders
// (the newest). Empty if there is none.
std::string FindCompileDatabase(const std::string& directory);

}  // namespace detsim::launcher

#endif  // DETSIM_CMD_LIB_LAUNCHER_COMPILE_DATABASE_H_
