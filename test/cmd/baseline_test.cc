#include "cmd/lib/baseline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <utility>

#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"
#include "cmd/lib/report_text.h"

namespace detsim::cmd {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TestReport MakeTest(const std::string& name) {
  TestReport test;
  test.test = {.name = name, .program = "queue_test"};
  test.finished = true;
  test.runs = test.steps = 10;
  return test;
}

// Two equal places, another one, and a clock read behind our back.
SweepReport MakeReport() {
  SweepReport report;
  report.tests = {MakeTest("Queue.Drains")};
  report.tests[0].escapes = {{"clock_gettime", 12}};
  report.uncontrolled = {{"random() is not controlled", "src/queue.cc:3"},
                         {"random() is not controlled", "src/queue.cc:9"},
                         {"fork() is not controlled", "src/main.cc:1"}};
  return report;
}

constexpr char kRandom[] = "src/queue.cc: random() is not controlled";
constexpr char kFork[] = "src/main.cc: fork() is not controlled";
constexpr char kClock[] = "escape: queue_test: Queue.Drains: clock_gettime";

TEST(BaselineTest, LinesHaveNoLineNumbers) {
  EXPECT_THAT(UncontrolledLines(MakeReport()),
              ElementsAre(kClock, kFork, kRandom, kRandom));
}

SweepReport FailingReport() {
  SweepReport report;
  report.tests = {MakeTest("Queue.Drains")};
  FailureReport failure;
  failure.identity = {.kind = runtime::Verdict::kDeadlock,
                      .test = "Queue.Drains",
                      .place = "lock src/a.cc:12, wait src/b:c.cc:7"};
  report.tests[0].failures = {failure};
  report.tests[0].failing_runs = 1;
  return report;
}

constexpr char kDeadlock[] =
    "failure: queue_test: Queue.Drains: deadlock: "
    "lock src/a.cc, wait src/b:c.cc";

TEST(BaselineTest, AKnownFailureIsNoFailureOfTheSweep) {
  SweepReport report = FailingReport();
  EXPECT_EQ(ExitCodeOf(report), kExitFailureFound);
  EXPECT_THAT(KnownFailureLines(report), ElementsAre(kDeadlock));
  ApplyBaseline({kDeadlock}, &report);
  report.strict->baseline = "known.txt";
  EXPECT_TRUE(report.tests[0].failures[0].accepted);
  EXPECT_EQ(ExitCodeOf(report), kExitOk);
  EXPECT_THAT(ReportText(report, {}),
              HasSubstr("1 failure, 1 of them known to known.txt"));
}

TEST(BaselineTest, ANewFailureBesidesAKnownOneFails) {
  SweepReport report = FailingReport();
  report.tests[0].failures.push_back(report.tests[0].failures[0]);
  report.tests[0].failures[1].identity.message = "another";
  ApplyBaseline({kDeadlock}, &report);
  EXPECT_EQ(ExitCodeOf(report), kExitFailureFound);
  EXPECT_FALSE(report.tests[0].failures[1].accepted);
}

TEST(BaselineTest, EqualFailuresNeedALineEach) {
  SweepReport report = FailingReport();
  report.tests[0].failures.push_back(report.tests[0].failures[0]);
  ApplyBaseline({kDeadlock}, &report);
  EXPECT_EQ(ExitCodeOf(report), kExitFailureFound);
  ApplyBaseline({kDeadlock, kDeadlock}, &report);
  EXPECT_EQ(ExitCodeOf(report), kExitOk);
}

TEST(BaselineTest, AFailureThatDoesNotShowIsNotStale) {
  SweepReport report = FailingReport();
  report.tests[0].failures.clear();
  ApplyBaseline({kDeadlock}, &report);
  EXPECT_THAT(report.strict->stale, IsEmpty());
}

TEST(BaselineTest, AFailureThatDoesNotRepeatIsNeverAccepted) {
  SweepReport report = FailingReport();
  report.tests[0].failures[0].confirmed = runtime::Confirmed::kNondeterminism;
  EXPECT_THAT(KnownFailureLines(report), IsEmpty());
  ApplyBaseline({kDeadlock}, &report);
  EXPECT_EQ(ExitCodeOf(report), kExitUntrusted);
}

TEST(BaselineTest, TextComesBack) {
  std::vector<std::string> lines = UncontrolledLines(MakeReport());
  auto parsed = ParseBaseline(BaselineText(lines));
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(*parsed, lines);
}

TEST(BaselineTest, CommentsAndWindowsLineEndsAreFine) {
  auto parsed = ParseBaseline("# detsim baseline 1\r\n# why\r\n\r\na: b\r\n");
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_THAT(*parsed, ElementsAre("a: b"));
}

TEST(BaselineTest, AnotherFileIsRefused) {
  EXPECT_FALSE(ParseBaseline("project(x)\n").ok());
  EXPECT_FALSE(ParseBaseline("").ok());
}

TEST(BaselineTest, WithoutStrictUncontrolledPlacesAreNoFailure) {
  EXPECT_EQ(ExitCodeOf(MakeReport()), kExitOk);
}

TEST(BaselineTest, StrictFailsForEveryUncontrolledThing) {
  SweepReport report = MakeReport();
  ApplyBaseline({}, &report);
  EXPECT_EQ(report.strict->unaccepted, 4u);
  EXPECT_EQ(ExitCodeOf(report), kExitUntrusted);
  EXPECT_THAT(ReportText(report, {}),
              HasSubstr("strict: 4 uncontrolled constructs; --baseline="));
}

TEST(BaselineTest, StrictPassesWhenAllIsControlled) {
  SweepReport report;
  report.tests = {MakeTest("Queue.Drains")};
  ApplyBaseline({}, &report);
  EXPECT_EQ(ExitCodeOf(report), kExitOk);
  EXPECT_THAT(ReportText(report, {}), Not(HasSubstr("strict")));
}

TEST(BaselineTest, AcceptsWhatIsListed) {
  SweepReport report = MakeReport();
  ApplyBaseline(UncontrolledLines(report), &report);
  EXPECT_EQ(report.strict->unaccepted, 0u);
  EXPECT_EQ(report.strict->accepted, 4u);
  EXPECT_EQ(ExitCodeOf(report), kExitOk);
  EXPECT_THAT(ReportText(report, {}), Not(HasSubstr("uncontrolled: src")));
}

TEST(BaselineTest, OneMoreOfTheSameIsNew) {
  SweepReport report = MakeReport();
  ApplyBaseline({kClock, kFork, kRandom}, &report);
  EXPECT_EQ(report.strict->unaccepted, 1u);
  EXPECT_EQ(ExitCodeOf(report), kExitUntrusted);
  std::string text = ReportText(report, {});
  EXPECT_THAT(text, HasSubstr("src/queue.cc:3"));
  EXPECT_THAT(text, HasSubstr("src/queue.cc:9"));
  EXPECT_THAT(text, Not(HasSubstr("src/main.cc")));
}

TEST(BaselineTest, StaleLinesAreMentionedButNoFailure) {
  SweepReport report = MakeReport();
  std::vector<std::string> lines = UncontrolledLines(report);
  lines.push_back("src/gone.cc: time() is not controlled");
  ApplyBaseline(lines, &report);
  report.strict->baseline = "known.txt";
  EXPECT_THAT(report.strict->stale,
              ElementsAre("src/gone.cc: time() is not controlled"));
  EXPECT_EQ(ExitCodeOf(report), kExitOk);
  EXPECT_THAT(ReportText(report, {}),
              HasSubstr("known.txt accepts what is gone (1 stale line)"));
}

// A filter leaves tests out: their lines are as good as before.
TEST(BaselineTest, LinesOfTestsThatDidNotRunAreNotStale) {
  SweepReport report = MakeReport();
  std::vector<std::string> lines = UncontrolledLines(report);
  lines.emplace_back("escape: queue_test: Queue.Other: clock_gettime");
  ApplyBaseline(lines, &report);
  EXPECT_THAT(report.strict->stale, IsEmpty());
}

TEST(BaselineTest, TestThatIsUncontrolledAsAWholeIsNeverAccepted) {
  SweepReport report = MakeReport();
  report.tests[0].status = TestStatus::kUncontrolled;
  std::vector<std::string> lines = UncontrolledLines(report);
  ApplyBaseline(lines, &report);
  EXPECT_EQ(ExitCodeOf(report), kExitUntrusted);
}

// Reads the file, judges, and returns the exit code.
int Judge(const StrictOptions& options, SweepReport* report) {
  auto lines = ReadBaseline(options);
  EXPECT_TRUE(lines.ok()) << lines.status();
  absl::Status judged = JudgeStrictly(options, std::move(*lines), report);
  EXPECT_TRUE(judged.ok()) << judged;
  return ExitCodeOf(*report);
}

TEST(BaselineTest, IsWrittenAndReadBack) {
  std::string path = testing::TempDir() + "/detsim_baseline.txt";
  std::remove(path.c_str());
  StrictOptions options = {.strict = true, .baseline = path, .write = true};
  SweepReport report = MakeReport();
  EXPECT_EQ(Judge(options, &report), kExitOk);
  options.write = false;
  report = MakeReport();
  EXPECT_EQ(Judge(options, &report), kExitOk);
  EXPECT_EQ(report.strict->accepted, 4u);
}

TEST(BaselineTest, WritingKeepsLinesOfTestsThatDidNotRun) {
  std::string path = testing::TempDir() + "/detsim_baseline_kept.txt";
  ASSERT_TRUE(
      WriteFile(path, BaselineText({"escape: queue_test: Queue.Other: clock",
                                    "src/gone.cc: time()"}))
          .ok());
  SweepReport report = MakeReport();
  Judge({.strict = true, .baseline = path, .write = true}, &report);
  std::string text = *ReadFile(path);
  EXPECT_THAT(text, HasSubstr("Queue.Other"));
  EXPECT_THAT(text, HasSubstr(kFork));
  EXPECT_THAT(text, Not(HasSubstr("gone.cc")));
}

TEST(BaselineTest, WithoutStrictNothingIsJudged) {
  SweepReport report = MakeReport();
  EXPECT_EQ(Judge({}, &report), kExitOk);
  EXPECT_FALSE(report.strict);
}

TEST(BaselineTest, MissingFileIsAUsageError) {
  auto lines =
      ReadBaseline({.strict = true, .baseline = "/nonexistent/known.txt"});
  EXPECT_EQ(ExitCodeOf(lines.status()), kExitUsage);
}

}  // namespace
}  // namespace detsim::cmd
