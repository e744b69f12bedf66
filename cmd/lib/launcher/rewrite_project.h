// The rewriting pass over all units of a compilation database, merged into one
// text a file: detsim-rewrite without its main.
#ifndef DETSIM_CMD_LIB_LAUNCHER_REWRITE_PROJECT_H_
#define DETSIM_CMD_LIB_LAUNCHER_REWRITE_PROJECT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "cmd/lib/launcher/config.h"
#include "cmd/lib/launcher/unit_reports.h"
#include "rewriter/unit.h"

namespace detsim::launcher {

struct RewriteOptions {
  std::string directory;  // the project; absolute
  std::string out;        // where a project without a database is configured
  // Directories or patterns below `directory`, "!pattern" leaves out.
  std::vector<std::string> scope;
  unsigned jobs = 1;
};

struct RewrittenProject {
  std::string database;
  std::vector<rewriter::FileEdits> files;  // in scope, sorted by path
  UnitReports reports;
  std::vector<std::string> errors;  // of units that do not parse

  size_t EditCount() const;
  size_t EditedFileCount() const;
};

// InvalidArgument if there is no such directory or nothing to rewrite in it,
// FailedPrecondition, with CMake's words, if it cannot be configured.
absl::StatusOr<RewrittenProject> RewriteProject(const RewriteOptions& options);

}  // namespace detsim::launcher

#endif  // DETSIM_CMD_LIB_LAUNCHER_REWRITE_PROJECT_H_
