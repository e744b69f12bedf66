#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cmd/lib/exit_code.h"
#include "cmd/lib/replay.h"
#include "cmd/lib/report_json.h"
#include "cmd/lib/report_text.h"
#include "cmd/lib/sweep_report.h"

namespace detsim::cmd {
namespace {

using runtime::Confirmed;
using runtime::Verdict;
using testing::HasSubstr;
using Json = nlohmann::json;

FailureReport MakeFailure() {
  FailureReport failure;
  failure.identity.kind = Verdict::kDeadlock;
  failure.id = "5f2a1c90d7e3";
  failure.text = {.kind = Verdict::kDeadlock,
                  .message = "no thread can go on",
                  .location = "src/queue.cc:41"};
  failure.strategy = "random";
  failure.seed = 17;
  failure.runs_to_first = 17;
  failure.runs_failing = 4;
  failure.trace_hash = 0xabc;
  failure.decisions = 212;
  failure.unusual = 9;
  failure.artifact = "failures/x.json";
  failure.reproduce = "detsim-test --dir=. --replay=.detsim/failures/x.json";
  failure.minimized = MinimizedReport{
      .decisions = 100,
      .unusual = 3,
      .runs = 44,
      .one_minimal = true,
      .artifact = "failures/x.min.json",
      .reproduce = "detsim-test --dir=. --replay=.detsim/failures/x.min.json"};
  return failure;
}

SweepReport MakeReport() {
  SweepReport report;
  report.project = "/home/me/queue";
  report.strategy = "random";
  report.trials = 2000;
  report.seconds = 2;
  TestReport passed;
  passed.test.name = "QueueTest.Pushes";
  passed.test.program = "queue_test";
  passed.finished = true;
  passed.runs = 2000;
  passed.distinct = 1731;
  passed.decisions = 41234;
  passed.steps = 50'000;
  TestReport failed = passed;
  failed.test.name = "QueueTest.Drains";
  failed.status = TestStatus::kFailed;
  failed.failing_runs = 4;
  failed.failures.push_back(MakeFailure());
  report.tests = {passed, failed};
  return report;
}

TEST(ReportJsonTest, HasTheFieldsOfItsFormat) {
  Json json = Json::parse(ReportJson(MakeReport()));
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["tool"], "detsim 0.1.0");
  EXPECT_EQ(json["project"], "/home/me/queue");
  EXPECT_EQ(json["first_seed"], 1);
  EXPECT_EQ(json["complete"], true);
  const Json& totals = json["totals"];
  EXPECT_EQ(totals["tests"], 2);
  EXPECT_EQ(totals["runs"], 4000);
  EXPECT_EQ(totals["failing_runs"], 4);
  EXPECT_EQ(totals["runs_per_second"], 2000);
  EXPECT_EQ(totals["uncontrolled_tests"], 0);
  EXPECT_TRUE(totals.contains("virtual_seconds"));
  EXPECT_TRUE(totals.contains("uncontrolled"));
  EXPECT_EQ(json["tests"][0]["status"], "passed");
  EXPECT_EQ(json["tests"][0]["binary"], "queue_test");
  EXPECT_EQ(json["tests"][0]["sequential"], false);
  EXPECT_EQ(json["tests"][0]["races"], Json::array());
  const Json& failure = json["tests"][1]["failures"][0];
  EXPECT_EQ(failure["kind"], "deadlock");
  EXPECT_EQ(failure["location"], "src/queue.cc:41");
  EXPECT_EQ(failure["trace_hash"], "0000000000000abc");
  EXPECT_EQ(failure["choices"], 212);
  EXPECT_EQ(failure["unusual"], 9);
  EXPECT_EQ(failure["minimized"]["unusual"], 3);
  EXPECT_EQ(failure["minimized"]["runs"], 44);
  EXPECT_EQ(failure["minimized"]["artifact"], "failures/x.min.json");
  EXPECT_EQ(json["uncontrolled"], Json::array());
}

TEST(ReportJsonTest, EscapesAreListed) {
  SweepReport report = MakeReport();
  report.tests[0].escapes["clock_gettime"] = 12;
  Json json = Json::parse(ReportJson(report));
  EXPECT_EQ(json["totals"]["uncontrolled"], 12);
  EXPECT_EQ(json["uncontrolled"][0]["what"], "clock_gettime");
  EXPECT_EQ(json["uncontrolled"][0]["where"], "queue_test");
  EXPECT_EQ(json["uncontrolled"][0]["count"], 12);
}

TEST(ReportJsonTest, PlacesThatStayUncontrolledAreListed) {
  SweepReport report = MakeReport();
  report.uncontrolled = {{"random() is not controlled", "src/queue.cc:3"}};
  Json json = Json::parse(ReportJson(report));
  EXPECT_EQ(json["totals"]["uncontrolled"], 1);
  EXPECT_EQ(json["uncontrolled"][0]["where"], "src/queue.cc:3");
  EXPECT_THAT(ReportText(report, {}),
              HasSubstr("uncontrolled: src/queue.cc:3: random() is not "
                        "controlled\n"));
}

TEST(ReportJsonTest, OutputThatIsNotUtf8StaysJson) {
  SweepReport report = MakeReport();
  report.tests[1].failures[0].text.message = "\xff\xfe";
  EXPECT_FALSE(Json::parse(ReportJson(report), nullptr, false).is_discarded());
}

TEST(ReportTextTest, ShowsTestsFailuresAndTheLineToPaste) {
  std::string text = ReportText(MakeReport(), {});
  EXPECT_THAT(text, HasSubstr("QueueTest.Pushes     2000        0      1731"));
  EXPECT_THAT(text, HasSubstr("QueueTest.Drains: deadlock at src/queue.cc:41\n"
                              "  no thread can go on\n"
                              "  seed 17, run 17; 4 of 2000 runs failed like "
                              "this\n"
                              "  212 choices, 9 of them unusual; minimized to "
                              "3 (none of them can go) in 44 runs\n"
                              "  reproduce: detsim-test --dir=. "
                              "--replay=.detsim/failures/x.min.json\n"));
  EXPECT_THAT(
      text, HasSubstr("2 tests, 4000 runs in 2.0 s (2000 runs/s): 1 failure"));
}

TEST(ReportTextTest, SaysHowRunsWereIsolated) {
  SweepReport report = MakeReport();
  report.tests[0].runs_with_pages_put_back = 1999;
  report.tests[1].runs_in_own_process = 1999;
  std::string text = ReportText(report, {});
  EXPECT_THAT(text, HasSubstr("(2000 runs/s, pages put back): 1 failure"));
  EXPECT_THAT(text, HasSubstr("note: a process for each run (what a run leaves "
                              "behind is not all in memory that can be put "
                              "back): QueueTest.Drains\n"));
  Json json = Json::parse(ReportJson(report));
  EXPECT_EQ(json["tests"][0]["isolation"], "pages");
  EXPECT_EQ(json["tests"][1]["isolation"], "process");
}

TEST(ReportTextTest, ColoursAreOnlyThereWhenWanted) {
  EXPECT_THAT(ReportText(MakeReport(), {}), testing::Not(HasSubstr("\033")));
  EXPECT_THAT(ReportText(MakeReport(), {.color = true}), HasSubstr("\033"));
}

TEST(ReportTextTest, SaysWhatMakesItDoubtful) {
  SweepReport report = MakeReport();
  report.tests[0].differences = {{5, "trace hash 1 against 2"}};
  report.tests[0].escapes["clock_gettime"] = 12;
  report.tests[0].inconclusive_runs = 3;
  report.tests[0].problem = "the worker broke";
  std::string text = ReportText(report, {});
  EXPECT_THAT(text, HasSubstr("nondeterminism: seed 5 in two processes"));
  EXPECT_THAT(text, HasSubstr("clock_gettime was called 12 times"));
  EXPECT_THAT(text, HasSubstr("--max_steps"));
  EXPECT_THAT(text, HasSubstr("the worker broke"));
}

TEST(ReportTextTest, TestsThatLeaveThreadsBehindShareOneLine) {
  SweepReport report = MakeReport();
  report.tests.resize(1);
  report.tests[0].threads_left = 20;
  report.tests.resize(7, report.tests[0]);
  EXPECT_THAT(ReportText(report, {}),
              HasSubstr("still alive at the end of QueueTest.Pushes, "
                        "QueueTest.Pushes, QueueTest.Pushes, "
                        "QueueTest.Pushes, QueueTest.Pushes and 2 more\n"));
}

TEST(DurationTextTest, PicksTheUnit) {
  EXPECT_EQ(DurationText(0.00004), "40 us");
  EXPECT_EQ(DurationText(0.012), "12 ms");
  EXPECT_EQ(DurationText(3.46), "3.5 s");
  EXPECT_EQ(DurationText(125), "2 min 5 s");
  EXPECT_EQ(DurationText(3720), "1 h 2 min");
}

TEST(ExitCodeTest, FailureIsOne) {
  EXPECT_EQ(ExitCodeOf(MakeReport()), kExitFailureFound);
}

TEST(ExitCodeTest, PassingIsZero) {
  SweepReport report = MakeReport();
  report.tests.pop_back();
  EXPECT_EQ(ExitCodeOf(report), kExitOk);
}

TEST(ExitCodeTest, UntrustedComesBeforeFailed) {
  SweepReport report = MakeReport();
  report.tests[0].differences = {{1, "x"}};
  EXPECT_EQ(ExitCodeOf(report), kExitUntrusted);
  report = MakeReport();
  report.tests[1].failures[0].confirmed = Confirmed::kNondeterminism;
  EXPECT_EQ(ExitCodeOf(report), kExitUntrusted);
  EXPECT_EQ(KindWord(report.tests[1].failures[0]), "nondeterminism");
  report = MakeReport();
  report.tests[0].status = TestStatus::kUncontrolled;
  EXPECT_EQ(ExitCodeOf(report), kExitUntrusted);
  report = MakeReport();
  report.tests[1].failures[0].confirmed = Confirmed::kNotTried;
  EXPECT_EQ(ExitCodeOf(report), kExitUntrusted);
}

TEST(ReportTextTest, OnlyWhatWasNotRunAgainIsNotConfirmed) {
  FailureReport failure = MakeFailure();
  failure.problem = "cannot write x.json: No space left on device";
  EXPECT_THAT(FailureLines("T.T", failure, 1, {}),
              HasSubstr("\n  cannot write x.json"));
  failure.confirmed = Confirmed::kNotTried;
  failure.problem = "interrupted";
  EXPECT_THAT(FailureLines("T.T", failure, 1, {}),
              HasSubstr("\n  not confirmed: interrupted"));
}

TEST(ExitCodeTest, NothingInterceptedIsUntrusted) {
  SweepReport report = MakeReport();
  for (TestReport& test : report.tests) test.steps = test.decisions = 0;
  EXPECT_EQ(ExitCodeOf(report), kExitUntrusted);
}

TEST(ExitCodeTest, RunsThatEndedWithoutAWordMayHaveHadOperations) {
  SweepReport report = MakeReport();
  report.tests.erase(report.tests.begin());
  report.tests[0].steps = 0;
  report.tests[0].failing_runs = report.tests[0].runs;
  EXPECT_EQ(ExitCodeOf(report), kExitFailureFound);
}

TEST(ExitCodeTest, InterruptedComesFirst) {
  SweepReport report = MakeReport();
  report.interrupted = true;
  report.tests[0].differences = {{1, "x"}};
  EXPECT_EQ(ExitCodeOf(report), kExitInterrupted);
}

struct ReplayCase {
  const char* name;
  bool fails;
  bool same_place;
  bool same_hash;
  bool same_binary;
  int exit_code;
};

class ReplayOutcomeTest : public testing::TestWithParam<ReplayCase> {};

TEST_P(ReplayOutcomeTest, HasItsExitCode) {
  Artifact artifact;
  artifact.identity = {.kind = Verdict::kCrash, .test = "T", .place = "a"};
  artifact.summary.trace_hash = 5;
  runtime::FailureIdentity now = artifact.identity;
  if (!GetParam().same_place) now.place = "b";
  ReplayOutcome outcome =
      CompareReplay(artifact, GetParam().fails ? &now : nullptr,
                    GetParam().same_hash ? 5 : 6, GetParam().same_binary);
  EXPECT_EQ(ExitCodeOf(outcome), GetParam().exit_code);
}

INSTANTIATE_TEST_SUITE_P(
    Replays, ReplayOutcomeTest,
    testing::Values(ReplayCase{"Same", true, true, true, true, 1},
                    ReplayCase{"OtherTrace", true, true, false, true, 4},
                    ReplayCase{"OtherPlace", true, false, false, true, 4},
                    ReplayCase{"Passes", false, false, false, true, 4},
                    ReplayCase{"ChangedPasses", false, false, false, false, 0},
                    ReplayCase{"ChangedSame", true, true, false, false, 1},
                    ReplayCase{"ChangedOther", true, false, false, false, 1}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace detsim::cmd
