#include "rewriter/output/unit_report.h"

#include <nlohmann/json.hpp>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace detsim::rewriter {

std::set<ReportedEdit> ReportEdits(const std::vector<FileEdits>& files) {
  std::set<ReportedEdit> edits;
  for (const FileEdits& file : files) {
    for (const auto& [offset, edit] : file.edits) {
      edits.insert({.file = file.path(),
                    .line = edit.line,
                    .column = edit.column,
                    .length = static_cast<unsigned>(edit.length),
                    .symbol = edit.symbol,
                    .replacement = edit.text});
    }
  }
  return edits;
}

// One more whenever fields or ids change their meaning.
constexpr int kVersion = 2;

void to_json(nlohmann::json& json, const ReportedEdit& edit) {
  json = {{"file", edit.file},     {"line", edit.line},
          {"column", edit.column}, {"length", edit.length},
          {"symbol", edit.symbol}, {"replacement", edit.replacement}};
}

void from_json(const nlohmann::json& json, ReportedEdit& edit) {
  json.at("file").get_to(edit.file);
  json.at("line").get_to(edit.line);
  json.at("column").get_to(edit.column);
  json.at("length").get_to(edit.length);
  json.at("symbol").get_to(edit.symbol);
  json.at("replacement").get_to(edit.replacement);
}

void to_json(nlohmann::json& json, const Note& note) {
  json = {{"file", note.file},
          {"line", note.line},
          {"column", note.column},
          {"id", note.id},
          {"message", note.message}};
}

void from_json(const nlohmann::json& json, Note& note) {
  json.at("file").get_to(note.file);
  json.at("line").get_to(note.line);
  json.at("column").get_to(note.column);
  json.at("id").get_to(note.id);
  json.at("message").get_to(note.message);
}

std::string UnitReportJson(const UnitReport& report) {
  const nlohmann::json json = {{"version", kVersion},
                               {"unit", report.unit},
                               {"object", report.object},
                               {"rewritten", report.rewritten},
                               {"instrumented", report.instrumented},
                               {"edits", report.edits},
                               {"notes", report.notes},
                               {"dropped_flags", report.dropped_flags}};
  return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) +
         "\n";
}

absl::StatusOr<UnitReport> ParseUnitReport(const std::string& text) {
  try {
    const nlohmann::json json = nlohmann::json::parse(text);
    if (json.at("version").get<int>() != kVersion) {
      return absl::FailedPreconditionError(
          "a unit report of another version of detsim");
    }
    UnitReport report;
    json.at("unit").get_to(report.unit);
    json.at("object").get_to(report.object);
    json.at("rewritten").get_to(report.rewritten);
    json.at("instrumented").get_to(report.instrumented);
    json.at("edits").get_to(report.edits);
    json.at("notes").get_to(report.notes);
    json.at("dropped_flags").get_to(report.dropped_flags);
    return report;
  } catch (const nlohmann::json::exception& error) {
    return absl::InvalidArgumentError(
        absl::StrCat("not a unit report: ", error.what()));
  }
}

}  // namespace detsim::rewriter
