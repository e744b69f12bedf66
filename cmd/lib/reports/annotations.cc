#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cmd/lib/files.h"
#include "cmd/lib/printable_text.h"
#include "cmd/lib/reports/report_formats.h"

namespace detsim::cmd {
namespace {

// Escapes of workflow commands: of their data, and besides of properties.
std::string Data(const std::string& text) {
  return absl::StrReplaceAll(PrintableText(text),
                             {{"%", "%25"}, {"\r", "%0D"}, {"\n", "%0A"}});
}
std::string Property(const std::string& text) {
  return absl::StrReplaceAll(Data(text), {{":", "%3A"}, {",", "%2C"}});
}

std::string Line(const char* level, const SweepReport& report,
                 const std::string& workspace, const std::string& location,
                 const std::string& title, const std::string& text) {
  std::string line = absl::StrCat("::", level, " ");
  const Location place = ParseLocation(location);
  if (!place.file.empty()) {
    const std::string whole =
        AbsolutePath(std::filesystem::path(report.project) / place.file);
    absl::StrAppend(&line, "file=", Property(RelativeTo(whole, workspace)),
                    ",");
    if (place.line > 0) absl::StrAppend(&line, "line=", place.line, ",");
  }
  return absl::StrCat(line, "title=", Property(title), "::", Data(text), "\n");
}

}  // namespace

std::string GithubAnnotations(const SweepReport& report,
                              const std::string& workspace) {
  std::string out;
  for (const TestReport& test : report.tests) {
    const std::string doubt = DoubtOf(test);
    if (!doubt.empty())
      out += Line("error", report, workspace, "",
                  absl::StrCat(test.test.name, " cannot be trusted"), doubt);
    for (const FailureReport& failure : test.failures)
      out += Line(failure.accepted ? "notice" : "error", report, workspace,
                  failure.text.location, FailureTitle(test, failure),
                  FailureStory(test, failure));
  }
  for (const UncontrolledPlace& place : report.uncontrolled) {
    if (!place.accepted)
      out += Line("warning", report, workspace, place.where,
                  "not under detsim's control", place.what);
  }
  return out;
}

}  // namespace detsim::cmd
