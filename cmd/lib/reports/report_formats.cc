#include "cmd/lib/reports/report_formats.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "cmd/lib/report_json.h"

namespace detsim::cmd {
namespace {

constexpr ReportFormat kFormats[] = {
    {"json", &ReportJson},
    {"junit", &JunitReport},
    {"sarif", &SarifReport},
    {"markdown", &MarkdownReport},
};

absl::string_view AbslView(std::string_view text) {
  return absl::string_view(text.data(), text.size());
}

}  // namespace

std::span<const ReportFormat> ReportFormats() { return kFormats; }

Location ParseLocation(const std::string& location) {
  const size_t colon = location.rfind(':');
  Location parsed;
  // "file:line:column": the file and its line are enough.
  const size_t before = location.substr(0, colon).rfind(':');
  if (int line = 0;
      before != std::string::npos &&
      absl::SimpleAtoi(location.substr(before + 1, colon - before - 1), &line))
    return {.file = location.substr(0, before), .line = line};
  if (colon == std::string::npos ||
      !absl::SimpleAtoi(location.substr(colon + 1), &parsed.line))
    return {.file = location, .line = 0};
  parsed.file = location.substr(0, colon);
  return parsed;
}

std::string FailureTitle(const TestReport& test, const FailureReport& failure) {
  return absl::StrCat(AbslView(KindWord(failure)), " in ", test.test.name);
}

std::string FailureStory(const TestReport& test, const FailureReport& failure) {
  std::string story = failure.text.message;
  for (const std::string& line : failure.thread_lines)
    absl::StrAppend(&story, "\n", line);
  if (!failure.pin.empty())
    absl::StrAppend(&story, "\npinned by ", failure.pin);
  if (failure.runs_to_first > 0)
    absl::StrAppend(&story, "\nseed ", failure.seed, "; ", failure.runs_failing,
                    " of ", test.runs, " runs failed like this");
  if (!failure.difference.empty())
    absl::StrAppend(&story, "\nthe same choices did not give the same run: ",
                    failure.difference);
  const std::string& reproduce =
      failure.minimized ? failure.minimized->reproduce : failure.reproduce;
  if (!reproduce.empty()) absl::StrAppend(&story, "\nreproduce: ", reproduce);
  if (!failure.problem.empty()) absl::StrAppend(&story, "\n", failure.problem);
  return story;
}

std::string DoubtOf(const TestReport& test) {
  if (!test.problem.empty()) return test.problem;
  if (!test.differences.empty())
    return absl::StrCat("nondeterminism: seed ", test.differences.front().seed,
                        " in two processes: ", test.differences.front().what);
  for (const PinReport& pin : test.pins) {
    if (pin.status == PinStatus::kNotReached)
      return absl::StrCat("pin ", pin.file,
                          " is no longer reached: ", pin.missing);
  }
  if (test.status != TestStatus::kUncontrolled) return "";
  std::string what = "not under control:";
  for (const auto& [name, count] : test.escapes)
    absl::StrAppend(&what, " ", name, " (", count, " times)");
  return what;
}

}  // namespace detsim::cmd
