#include "cmd/lib/trace_stats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/cmd/sample_trace.h"

namespace detsim::cmd {
namespace {

using runtime::OperationKind;
using runtime::Trace;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

TEST(TraceStatsTest, CountsPicksPreemptionsAndBlocks) {
  TraceStats stats = ComputeStats(SampleTrace("/p"));
  ASSERT_EQ(stats.threads.size(), 2u);
  EXPECT_EQ(stats.threads[0].operations, 4u);
  EXPECT_EQ(stats.threads[0].picks, 3u);
  EXPECT_EQ(stats.threads[0].preempted, 2u);
  EXPECT_EQ(stats.threads[0].blocked, 1u);
  EXPECT_EQ(stats.threads[1].operations, 2u);
  EXPECT_EQ(stats.threads[1].picks, 2u);
  EXPECT_EQ(stats.threads[1].preempted, 1u);
  EXPECT_EQ(stats.threads[1].blocked, 1u);
  EXPECT_EQ(stats.switches, 4u);
  EXPECT_THAT(stats.choices, ElementsAre(Pair(runtime::Stream::kSchedule, 1u)));
}

TEST(TraceStatsTest, ReasonsSayHowLongOthersRan) {
  TraceStats stats = ComputeStats(SampleTrace("/p"));
  ASSERT_EQ(stats.reasons.size(), 2u);
  EXPECT_EQ(stats.reasons[0].kind, OperationKind::kJoin);
  EXPECT_EQ(stats.reasons[0].never, 1u);
  EXPECT_EQ(stats.reasons[0].steps, 0u);
  EXPECT_EQ(stats.reasons[1].kind, OperationKind::kWait);
  EXPECT_EQ(stats.reasons[1].object, 2u);
  EXPECT_EQ(stats.reasons[1].steps, 1u);
}

TEST(TraceStatsTest, ObjectsOfOneThreadAreNotShared) {
  TraceStats stats = ComputeStats(SampleTrace("/p"));
  ASSERT_EQ(stats.objects.size(), 1u);
  EXPECT_EQ(stats.objects[0].object, 2u);
  EXPECT_EQ(stats.objects[0].threads, 2u);
  EXPECT_EQ(stats.objects[0].blocked, 1u);
}

TEST(TraceStatsTest, BiggestJumpOfTimeComesFirst) {
  Trace trace = SampleTrace("/p");
  for (size_t i = 0; i < trace.events.size(); ++i)
    trace.events[i].time_ns = 1000 + (i >= 4 ? 5 : 0) + (i >= 7 ? 70 : 0);
  TraceStats stats = ComputeStats(trace);
  ASSERT_EQ(stats.jumps.size(), 2u);
  EXPECT_EQ(stats.jumps[0].event, 7u);
  EXPECT_EQ(stats.jumps[0].virtual_ns, 70u);
  EXPECT_EQ(stats.jumps[1].event, 4u);
}

TEST(TraceStatsTest, TraceWithoutEventsHasNothingToCount) {
  Trace trace = SampleTrace("/p");
  trace.events.clear();
  TraceStats stats = ComputeStats(trace);
  EXPECT_EQ(stats.switches, 0u);
  EXPECT_TRUE(stats.lines.empty());
  SourceLines sources;
  EXPECT_THAT(StatsText(trace, stats, &sources, 10), HasSubstr("0 steps"));
}

TEST(StatsTextTest, HasATableEach) {
  SourceLines sources;
  Trace trace = SampleTrace("/nonexistent");
  EXPECT_EQ(
      StatsText(trace, ComputeStats(trace), &sources, 2),
      "QueueTest.Drains: deadlock at queue.cc:3\n"
      "  no thread can go on\n"
      "  seed 17, strategy random; 12 choices, 1 of them unusual; 2 threads; "
      "0 us of virtual time\n"
      "  9 steps, 4 switches between threads\n"
      "\n"
      "unusual choices\n"
      "  schedule  1\n"
      "\n"
      "threads\n"
      "               operations  picked  preempted  blocked  blocked for\n"
      "  main                  4       3          2        1            0\n"
      "  T1 (worker)           2       2          1        1            0\n"
      "\n"
      "reasons for blocking\n"
      "                              times  for ever  steps meanwhile  time\n"
      "  join                            1         1                0     0\n"
      "  wait condition variable #2      1         1                1     0\n"
      "\n"
      "objects that threads share\n"
      "                         operations  threads  blocked  steps "
      "meanwhile\n"
      "  condition variable #2           2        2        1                "
      "1\n"
      "\n"
      "hottest lines\n"
      "  operations\n"
      "           2  queue.cc:1\n"
      "           1  queue.cc:2\n"
      "  ... and 3 more\n");
}

}  // namespace
}  // namespace detsim::cmd
