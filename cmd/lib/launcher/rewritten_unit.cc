#include "cmd/lib/launcher/rewritten_unit.h"

#include <cstdlib>
#include <optional>

#include "absl/strings/str_cat.h"
#include "cmd/lib/launcher/state.h"
#include "cmd/lib/launcher/stored_compile.h"
#include "rewriter/output/files.h"
#include "rewriter/output/fingerprint.h"
#include "rewriter/output/unit_report.h"
#include "rewriter/rewrite_unit.h"

namespace detsim::launcher {
namespace {

using rewriter::Edit;
using rewriter::FileEdits;
using rewriter::UnitResult;

// Every round removes at least one edit; more than a handful means that the
// errors have another cause.
constexpr int kBoundaryRoundsMax = 8;

struct ErrorPlace {
  std::string file;
  unsigned line = 0;
};

ErrorPlace PlaceOf(const std::string& error) {
  const size_t file_end = error.find(':');
  if (file_end == std::string::npos) return {};
  return {.file = error.substr(0, file_end),
          .line = static_cast<unsigned>(
              std::strtoul(error.c_str() + file_end + 1, nullptr, 10))};
}

bool IsPartOfName(char c) { return std::isalnum(c) != 0 || c == '_'; }

bool Mentions(const std::string& message, const std::string& name) {
  const size_t place = message.find(name);
  return place != std::string::npos &&
         (place + name.size() == message.size() ||
          !IsPartOfName(message[place + name.size()]));
}

template <typename Predicate>
bool RemoveEdits(FileEdits& file, std::set<rewriter::Note>& notes,
                 Predicate predicate) {
  return std::erase_if(file.edits, [&](const auto& item) {
           const Edit& edit = item.second;
           if (!predicate(edit)) return false;
           notes.insert({.file = file.path(),
                         .line = edit.line,
                         .column = edit.column,
                         .id = "type-boundary",
                         .message = absl::StrCat(
                             "'", edit.symbol,
                             "' meets code outside the scope; left as it "
                             "is")});
           return true;
         }) > 0;
}

rewriter::Note LibraryLeft(const rewriter::SystemLibrary& library) {
  rewriter::Note note = library.note;
  note.id = "library-left";
  note.message = absl::StrCat("'", library.path,
                              "' does not compile with what it would be "
                              "rewritten to; left as it is");
  return note;
}

}  // namespace

bool LeaveAtBoundary(const std::vector<std::string>& errors,
                     UnitResult& result) {
  for (FileEdits& file : result.files) {
    if (file.path() != result.file) continue;
    bool removed = false;
    for (const std::string& error : errors) {
      const ErrorPlace place = PlaceOf(error);
      removed |= place.file == file.path() &&
                 RemoveEdits(file, result.notes, [&](const Edit& edit) {
                   return edit.line == place.line;
                 });
    }
    if (removed) return true;
    for (const std::string& error : errors) {
      removed |= RemoveEdits(file, result.notes, [&](const Edit& edit) {
        return Mentions(error, edit.text);
      });
    }
    return removed;
  }
  return false;
}

RewrittenUnit::RewrittenUnit(const LauncherConfig& config,
                             const UnitCompile& compile)
    : config_(config),
      compile_(compile),
      cache_(config.state_dir, compile.object) {}

std::string RewrittenUnit::Key() const {
  rewriter::Fingerprint key;
  absl::StatusOr<std::string> stamp = rewriter::ReadFile(StampPath(config_));
  key.Add(stamp.ok() ? *stamp : "").Add(compile_.directory);
  for (const std::string& word : compile_.words) key.Add(word);
  return key.Hex();
}

absl::Status RewrittenUnit::Rewrite() {
  if (std::optional<rewriter::StoredUnit> unit = cache_.LookUp(Key())) {
    stored_ = *unit;
    return absl::OkStatus();
  }
  const UnitResult result =
      rewriter::RewriteUnit({.directory = compile_.directory,
                             .file = compile_.source,
                             .arguments = compile_.words},
                            config_.Scope());
  has_errors_ = !result.errors.empty();
  return Store(result);
}

absl::Status RewrittenUnit::Store(const UnitResult& result) {
  const rewriter::UnitReport report = {
      .unit = result.file,
      .object = compile_.object,
      .rewritten = result.errors.empty(),
      .instrumented = compile_.instrumented,
      .edits = rewriter::ReportEdits(result.files),
      .notes = result.notes,
      .dropped_flags = compile_.dropped_flags};
  absl::Status written =
      rewriter::WriteFile(cache_.report_path(), UnitReportJson(report));
  if (!written.ok()) return written;
  // A unit with errors is never found again.
  absl::StatusOr<rewriter::StoredUnit> stored =
      cache_.Store(result.errors.empty() ? Key() : "", result);
  if (!stored.ok()) return stored.status();
  stored_ = *stored;
  return absl::OkStatus();
}

std::string RewrittenUnit::ChangedInput() const {
  return !stored_.changed_input.empty() ? stored_.changed_input
                                        : cache_.ChangedInput(Key());
}

std::vector<std::string> RewrittenUnit::Prefix() const {
  return UnitPrefix(stored_);
}

std::vector<std::string> RewrittenUnit::ErrorsWhenRewritten(
    const rewriter::Scope& scope) const {
  std::vector<std::string> words = compile_.words;
  const std::vector<std::string> prefix = Prefix();
  words.insert(words.begin() + 1, prefix.begin(), prefix.end());
  return rewriter::RewriteUnit({.directory = compile_.directory,
                                .file = compile_.source,
                                .arguments = words},
                               scope)
      .errors;
}

absl::StatusOr<bool> RewrittenUnit::LeaveUses(UnitResult result) {
  const rewriter::Scope scope =
      rewriter::WithLibraries(config_.Scope(), result.libraries);
  for (int round = 0; round < kBoundaryRoundsMax; ++round) {
    absl::Status stored = Store(result);
    if (!stored.ok()) return stored;
    const std::vector<std::string> errors = ErrorsWhenRewritten(scope);
    if (errors.empty()) return true;
    if (!LeaveAtBoundary(errors, result)) break;
  }
  return false;
}

absl::StatusOr<bool> RewrittenUnit::SettleBoundaries() {
  const rewriter::UnitRequest request = {.directory = compile_.directory,
                                         .file = compile_.source,
                                         .arguments = compile_.words};
  const UnitResult original = rewriter::RewriteUnit(request, config_.Scope());
  if (!original.errors.empty()) return false;
  const rewriter::Scope scope =
      rewriter::WithLibraries(config_.Scope(), original.libraries);
  if (ErrorsWhenRewritten(scope).empty()) return false;
  if (!original.libraries.empty()) {
    UnitResult without = rewriter::RewriteUnit(
        request, rewriter::WithLibraries(config_.Scope(), {}));
    for (const rewriter::SystemLibrary& library : original.libraries)
      without.notes.insert(LibraryLeft(library));
    absl::StatusOr<bool> settled = LeaveUses(std::move(without));
    if (!settled.ok() || *settled) return settled;
  }
  absl::StatusOr<bool> settled = LeaveUses(original);
  if (!settled.ok() || *settled) return settled;
  absl::Status stored = Store(original);
  if (!stored.ok()) return stored;
  return false;
}

}  // namespace detsim::launcher
