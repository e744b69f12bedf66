#include "cmd/lib/cause_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "test/cmd/sample_trace.h"

namespace detsim::cmd {
namespace {

using testing::HasSubstr;
using testing::Not;

// Decisions before the lock, at the preemption, before T1's wait and main's
// join.
runtime::RunResult SampleRun() {
  runtime::RunResult run;
  run.events.resize(SampleTrace("").events.size());
  run.decision_events = {1, 2, 5, 7};
  run.summary.decisions = 4;
  return run;
}

runtime::Cause CauseAt(uint64_t decision) {
  runtime::Cause cause;
  cause.complete = true;
  cause.decision = decision;
  for (uint64_t i = 0; i <= 4; ++i)
    cause.points.push_back(
        {.decisions = i, .runs = 50, .failed = i <= decision ? 10u : 50u});
  return cause;
}

CauseReport ReportAt(uint64_t decision) {
  return MakeCauseReport(CauseAt(decision), SampleRun(), SampleTrace("/p"));
}

TEST(CauseReportTest, StepsAreThoseOfTheView) {
  CauseReport report = ReportAt(1);
  ASSERT_EQ(report.rows.size(), 5u);
  EXPECT_EQ(report.rows[0].step, 0u);
  EXPECT_EQ(report.rows[1].step, 2u);
  EXPECT_EQ(report.rows[2].step, 3u);
  EXPECT_EQ(report.rows[4].step, 8u);
}

TEST(CauseReportTest, NamesAnUnusualDecisionAsTheViewDoes) {
  CauseReport report = ReportAt(1);
  ASSERT_TRUE(report.decision);
  EXPECT_EQ(report.decision->step, 3u);
  EXPECT_EQ(report.decision->thread, "main");
  EXPECT_EQ(report.decision->what,
            "PREEMPTED before notify_all: T1 (worker) runs instead");
  EXPECT_EQ(report.decision->place, "queue.cc:4");
}

TEST(CauseReportTest, NamesAUsualDecisionByWhatFollowed) {
  CauseReport report = ReportAt(2);
  ASSERT_TRUE(report.decision);
  EXPECT_EQ(report.decision->thread, "T1 (worker)");
  EXPECT_EQ(report.decision->what, "goes on: wait condition variable #2");
}

TEST(CauseReportTest, WithoutAPlaceItGivesTheLastOneOfTheThread) {
  runtime::Trace trace = SampleTrace("/p");
  trace.events[2].location = 0;
  CauseReport report = MakeCauseReport(CauseAt(1), SampleRun(), trace);
  ASSERT_TRUE(report.decision);
  EXPECT_FALSE(report.decision->exact);
  EXPECT_EQ(report.decision->place, "queue.cc:2");
  EXPECT_THAT(CauseText(report), HasSubstr("    after queue.cc:2 in"));
}

TEST(CauseReportTest, OnlyDecisionsThatChangedSomethingAreNamed) {
  CauseReport report = ReportAt(2);
  for (size_t i = 0; i < report.rows.size(); ++i)
    EXPECT_EQ(report.rows[i].decision.has_value(), i == 3) << i;
}

TEST(CauseReportTest, TextHasACurveAndTheCause) {
  std::string text = CauseText(ReportAt(1));
  EXPECT_THAT(text, HasSubstr("drawn anew (50 runs each):\n"));
  EXPECT_THAT(text, HasSubstr("        0   20 %  #####\n"));
  EXPECT_THAT(text, HasSubstr("        3  100 %  #########################  "
                              "main PREEMPTED before notify_all"));
  EXPECT_THAT(text,
              HasSubstr("  cause: step 3, before which 10 of 50 runs failed "
                        "like this, and after which 50 of 50 did\n"));
  EXPECT_THAT(text, HasSubstr("    at queue.cc:4 in Queue::Pop"));
}

TEST(CauseReportTest, SaysWhenNoDecisionMatters) {
  runtime::Cause cause = CauseAt(1);
  cause.decision.reset();
  std::string text =
      CauseText(MakeCauseReport(cause, SampleRun(), SampleTrace("/p")));
  EXPECT_THAT(text, HasSubstr("no decision is the cause"));
  EXPECT_THAT(text, Not(HasSubstr("cause: step")));
}

TEST(CauseReportTest, SaysWhenItIsIncomplete) {
  runtime::Cause cause = CauseAt(1);
  cause.decision.reset();
  cause.complete = false;
  EXPECT_THAT(CauseText(MakeCauseReport(cause, SampleRun(), SampleTrace("/p"))),
              HasSubstr("stopped early"));
}

TEST(CauseReportTest, JsonHasPointsAndTheDecision) {
  auto json = nlohmann::json::parse(
      CauseJson(ReportAt(1), {.artifact = "a.json", .kind = "deadlock"},
                SampleTrace("/p")));
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["artifact"], "a.json");
  EXPECT_EQ(json["test"], "QueueTest.Drains");
  EXPECT_EQ(json["cause"]["points"].size(), 5u);
  EXPECT_EQ(json["cause"]["points"][1]["failed"], 10);
  EXPECT_EQ(json["cause"]["decision"]["step"], 3);
  EXPECT_EQ(json["cause"]["decision"]["location"], "queue.cc:4");
  EXPECT_EQ(json["cause"]["decision"]["share_before"], 0.2);
}

}  // namespace
}  // namespace detsim::cmd
