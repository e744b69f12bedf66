// The reports of all units of a build, added up: each edit and note once.
// detsim-test reads them after a build for its "uncontrolled" list.
#ifndef DETSIM_CMD_LIB_LAUNCHER_UNIT_REPORTS_H_
#define DETSIM_CMD_LIB_LAUNCHER_UNIT_REPORTS_H_

#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "rewriter/output/unit_report.h"

namespace detsim::launcher {

struct UnitReports {
  std::vector<rewriter::UnitReport> units;  // sorted by object
  std::set<rewriter::ReportedEdit> edits;
  // Without those about places that another unit edits.
  std::set<rewriter::Note> notes;
  std::set<std::string> dropped_flags;

  // The notes that mean that something stays uncontrolled.
  std::vector<rewriter::Note> Uncontrolled() const;
};

// Empty if there are none. InvalidArgument, naming the file, for a damaged
// one. Units whose source or object is gone are left out.
absl::StatusOr<UnitReports> ReadUnitReports(const std::string& state_dir);

// The same for reports that are at hand.
UnitReports AddUp(std::vector<rewriter::UnitReport> units);

}  // namespace detsim::launcher

#endif  // DETSIM_CMD_LIB_LAUNCHER_UNIT_REPORTS_H_
