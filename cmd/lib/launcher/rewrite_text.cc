#include "cmd/lib/launcher/rewrite_text.h"

#include <map>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cmd/lib/command_line.h"
#include "cmd/lib/files.h"
#include "rewriter/note_kinds.h"
#include "rewriter/output/apply_edits.h"
#include "rewriter/output/diff.h"
#include "rewriter/output/overlay.h"
#include "rewriter/output/tree.h"

namespace detsim::launcher {
namespace {

std::string Counted(size_t count, const std::string& what) {
  return absl::StrCat(count, " ", what, count == 1 ? "" : "s");
}

std::map<std::string, size_t> EditsBySymbol(const RewrittenProject& project) {
  std::map<std::string, size_t> counts;
  for (const rewriter::FileEdits& file : project.files)
    for (const auto& [offset, edit] : file.edits)
      ++counts[absl::StrCat(edit.symbol, " -> ", edit.text)];
  return counts;
}

}  // namespace

std::string RewriteText(const RewrittenProject& project,
                        const std::string& directory) {
  std::string text;
  for (const rewriter::Note& note : project.reports.notes) {
    absl::StrAppend(&text, cmd::RelativeTo(note.file, directory), ":",
                    note.line, ":", note.column, ": note: ", note.message,
                    " [detsim-", note.id, "]\n");
    const std::string suggestion(rewriter::SuggestionFor(note.id));
    if (!suggestion.empty())
      absl::StrAppend(&text, "    try: ", suggestion, "\n");
  }
  for (const std::string& flag : project.reports.dropped_flags)
    absl::StrAppend(&text, "note: the flag ", flag, " is not used\n");
  for (const auto& [what, count] : EditsBySymbol(project))
    absl::StrAppendFormat(&text, "%6d  %s\n", count, what);
  absl::StrAppend(&text, Counted(project.reports.units.size(), "unit"), ", ",
                  Counted(project.EditCount(), "edit"), " in ",
                  Counted(project.EditedFileCount(), "file"), ", ",
                  Counted(project.reports.Uncontrolled().size(), "use"),
                  " left uncontrolled\n");
  return text;
}

std::string RewriteJson(const RewrittenProject& project,
                        const std::string& directory) {
  nlohmann::json json;
  json["version"] = 1;
  json["tool"] = std::string(cmd::kToolVersion);
  json["project"] = directory;
  json["database"] = project.database;
  json["units"] = project.reports.units.size();
  json["errors"] = project.errors;
  json["edits"] = nlohmann::json::array();
  for (const rewriter::ReportedEdit& edit :
       rewriter::ReportEdits(project.files))
    json["edits"].push_back(edit);
  json["notes"] = nlohmann::json::array();
  for (const rewriter::Note& note : project.reports.notes) {
    nlohmann::json item = note;
    item["uncontrolled"] = rewriter::IsUncontrolled(note.id);
    item["suggestion"] = rewriter::SuggestionFor(note.id);
    json["notes"].push_back(item);
  }
  json["dropped_flags"] = project.reports.dropped_flags;
  return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) +
         "\n";
}

std::string RewriteDiff(const RewrittenProject& project,
                        const std::string& directory) {
  std::string diff;
  for (const rewriter::FileEdits& file : project.files) {
    diff += rewriter::UnifiedDiff(cmd::RelativeTo(file.path(), directory),
                                  file.content, rewriter::ApplyEdits(file));
  }
  return diff;
}

absl::StatusOr<std::string> RewriteOverlay(const RewrittenProject& project,
                                           const std::string& directory,
                                           const std::string& out) {
  std::vector<rewriter::OverlayEntry> entries;
  for (const rewriter::FileEdits& file : project.files) {
    if (file.edits.empty()) continue;
    for (const std::string& name : file.names)
      entries.push_back(
          {.name = name,
           .contents = rewriter::TreePath(file.path(), directory, out)});
  }
  return rewriter::OverlayYaml(entries);
}

}  // namespace detsim::launcher
