#include "cmd/lib/launcher/unit_reports.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "rewriter/note_kinds.h"
#include "rewriter/output/files.h"

namespace detsim::launcher {

namespace fs = std::filesystem;

std::vector<rewriter::Note> UnitReports::Uncontrolled() const {
  std::vector<rewriter::Note> result;
  for (const rewriter::Note& note : notes)
    if (rewriter::IsUncontrolled(note.id)) result.push_back(note);
  return result;
}

UnitReports AddUp(std::vector<rewriter::UnitReport> units) {
  UnitReports sum;
  std::ranges::sort(units, {}, &rewriter::UnitReport::object);
  std::set<std::tuple<std::string, unsigned, unsigned>> edited;
  for (const rewriter::UnitReport& unit : units) {
    sum.edits.insert(unit.edits.begin(), unit.edits.end());
    sum.dropped_flags.insert(unit.dropped_flags.begin(),
                             unit.dropped_flags.end());
    for (const rewriter::ReportedEdit& edit : unit.edits)
      edited.insert({edit.file, edit.line, edit.column});
  }
  for (const rewriter::UnitReport& unit : units)
    for (const rewriter::Note& note : unit.notes)
      if (note.id != "unreached" ||
          !edited.contains({note.file, note.line, note.column}))
        sum.notes.insert(note);
  sum.units = std::move(units);
  return sum;
}

absl::StatusOr<UnitReports> ReadUnitReports(const std::string& state_dir) {
  std::vector<rewriter::UnitReport> units;
  std::error_code error;
  for (const auto& entry :
       fs::directory_iterator(state_dir + "/units", error)) {
    const std::string path = (entry.path() / "report.json").string();
    absl::StatusOr<std::string> text = rewriter::ReadFile(path);
    if (!text.ok()) continue;  // being written for the first time
    absl::StatusOr<rewriter::UnitReport> report =
        rewriter::ParseUnitReport(*text);
    // A unit that this detsim has not built.
    if (absl::IsFailedPrecondition(report.status())) continue;
    if (!report.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(path, ": ", std::string(report.status().message())));
    }
    // Not what an earlier build made and this one no longer does.
    if (fs::exists(report->unit, error) && fs::exists(report->object, error))
      units.push_back(*std::move(report));
  }
  return AddUp(std::move(units));
}

}  // namespace detsim::launcher
