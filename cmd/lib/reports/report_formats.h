// The files that a sweep's report can be written to, for people and for other
// tools: a table, one row and one file a format.
#ifndef DETSIM_CMD_LIB_REPORTS_REPORT_FORMATS_H_
#define DETSIM_CMD_LIB_REPORTS_REPORT_FORMATS_H_

#include <span>
#include <string>
#include <string_view>

#include "cmd/lib/sweep_report.h"

namespace detsim::cmd {

struct ReportFormat {
  std::string_view flag;  // Without dashes: "junit" is --junit=FILE.
  std::string (*render)(const SweepReport& report);
};

std::span<const ReportFormat> ReportFormats();

// JUnit's XML, as CI servers read it: a suite for each program, a case for each
// test. What cannot be trusted is an error, not a failure.
std::string JunitReport(const SweepReport& report);

// SARIF 2.1.0 (OASIS), for code scanning: a result for each failure, with the
// threads' places as related ones.
std::string SarifReport(const SweepReport& report);

// A summary in Markdown, as for $GITHUB_STEP_SUMMARY.
std::string MarkdownReport(const SweepReport& report);

// Workflow commands of GitHub (--annotations=github): a line for each failure
// and for each place that is not controlled. Files are relative to
// `workspace`, the checkout's folder, when they lie in it.
std::string GithubAnnotations(const SweepReport& report,
                              const std::string& workspace);

// What the formats share. `location` is "src/queue.cc:41" or empty.
struct Location {
  std::string file;
  int line = 0;  // 0: none is known.
};
Location ParseLocation(const std::string& location);

// The one-line title of a failure: "deadlock in QueueTest.Drains".
std::string FailureTitle(const TestReport& test, const FailureReport& failure);
// Message, threads, how often, and the line that reproduces it.
std::string FailureStory(const TestReport& test, const FailureReport& failure);
// Why the test's result cannot be trusted; empty if it can.
std::string DoubtOf(const TestReport& test);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_REPORTS_REPORT_FORMATS_H_
