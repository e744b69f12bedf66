#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cmd/lib/printable_text.h"
#include "cmd/lib/report_text.h"
#include "cmd/lib/reports/report_formats.h"

namespace detsim::cmd {
namespace {

// In a cell of a table, where names of tests are code.
std::string Code(const std::string& text) {
  return absl::StrCat("`", absl::StrReplaceAll(text, {{"|", "\\|"}}), "`");
}

// A fence longer than any run of backticks in it.
std::string Fenced(const std::string& text) {
  std::string fence = "```";
  while (text.find(fence) != std::string::npos) fence += '`';
  return absl::StrCat(fence, "text\n", text, "\n", fence, "\n");
}

void AppendTest(const TestReport& test, std::string* out) {
  std::string status(TestStatusName(test.status));
  for (const FailureReport& failure : test.failures)
    absl::StrAppend(&status, ", ", std::string(KindWord(failure)),
                    failure.accepted ? " (known)" : "");
  absl::StrAppend(out, "| ", Code(test.test.name), " | ", test.runs, " | ",
                  test.failing_runs, " | ", test.distinct, " | ", status,
                  " |\n");
}

}  // namespace

std::string MarkdownReport(const SweepReport& report) {
  const Totals totals = TotalsOf(report);
  std::string out = absl::StrCat(
      "## detsim: ",
      totals.failures == 0 ? "no failure"
                           : absl::StrCat(totals.failures, " failure",
                                          totals.failures == 1 ? "" : "s"),
      "\n\n", report.tests.size(), " tests, ", totals.runs, " runs in ",
      DurationText(report.seconds), ", strategy ", report.strategy,
      ", seeds from ", report.first_seed, report.complete ? "" : "; cut short",
      "\n\n",
      "| test | runs | failed | schedules | status |\n"
      "| --- | ---: | ---: | ---: | --- |\n");
  for (const TestReport& test : report.tests) AppendTest(test, &out);
  for (const TestReport& test : report.tests) {
    const std::string doubt = DoubtOf(test);
    if (!doubt.empty())
      absl::StrAppend(&out, "\n### ", Code(test.test.name),
                      " cannot be trusted\n\n", Fenced(PrintableText(doubt)));
    for (const FailureReport& failure : test.failures)
      absl::StrAppend(&out, "\n### ", FailureTitle(test, failure), " at ",
                      Code(failure.text.location), "\n\n",
                      Fenced(PrintableText(FailureStory(test, failure))));
  }
  return out;
}

}  // namespace detsim::cmd
