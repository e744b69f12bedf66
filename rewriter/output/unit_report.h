// What was done to one unit, as stored next to its overlay: edits, notes,
// flags that were dropped. Written by the launcher; read by detsim-test, which
// adds the units up, and by detsim-rewrite's report.
#ifndef DETSIM_REWRITER_OUTPUT_UNIT_REPORT_H_
#define DETSIM_REWRITER_OUTPUT_UNIT_REPORT_H_

#include <compare>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "nlohmann/json_fwd.hpp"
#include "rewriter/unit.h"

namespace detsim::rewriter {

struct ReportedEdit {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  unsigned length = 0;      // of what was replaced, in bytes
  std::string symbol;       // "std::mutex"
  std::string replacement;  // "detsim::mutex"

  friend auto operator<=>(const ReportedEdit&, const ReportedEdit&) = default;
  friend bool operator==(const ReportedEdit&, const ReportedEdit&) = default;
};

struct UnitReport {
  std::string unit;           // the source, absolute
  std::string object;         // what it was compiled to, absolute
  bool rewritten = false;     // in scope, and it parsed
  bool instrumented = false;  // plain accesses are decision points
  std::set<ReportedEdit> edits;
  std::set<Note> notes;
  std::vector<std::string> dropped_flags;
};

// The edits of a unit as its report lists them.
std::set<ReportedEdit> ReportEdits(const std::vector<FileEdits>& files);

void to_json(nlohmann::json& json, const ReportedEdit& edit);
void from_json(const nlohmann::json& json, ReportedEdit& edit);
void to_json(nlohmann::json& json, const Note& note);
void from_json(const nlohmann::json& json, Note& note);

std::string UnitReportJson(const UnitReport& report);
// InvalidArgument if it is not such a report, FailedPrecondition if another
// version of detsim wrote it.
absl::StatusOr<UnitReport> ParseUnitReport(const std::string& text);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_OUTPUT_UNIT_REPORT_H_
