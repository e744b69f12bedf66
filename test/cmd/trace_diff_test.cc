#include "cmd/lib/trace_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cmd/lib/files.h"
#include "cmd/lib/trace_align.h"
#include "cmd/lib/trace_input.h"
#include "cmd/lib/trace_links.h"
#include "test/cmd/sample_trace.h"

namespace detsim::cmd {
namespace {

using runtime::OperationKind;
using runtime::Trace;
using testing::HasSubstr;
using testing::Not;

std::string Diff(const Trace& a, const Trace& b, size_t rows_max = 0) {
  SourceLines sources;
  return DiffText({"a.json", &a}, {"b.json", &b}, &sources,
                  {.rows_max = rows_max});
}

// The sample without its preemption: T1 starts later.
Trace Undisturbed() {
  Trace trace = SampleTrace("/p");
  trace.events.erase(trace.events.begin() + 2);
  std::swap(trace.events[2], trace.events[3]);
  trace.unusual = 0;
  return trace;
}

TEST(AlignTracesTest, EqualTracesMatchStepByStep) {
  Trace trace = SampleTrace("/p");
  TraceAlignment alignment = AlignTraces(trace, trace);
  EXPECT_EQ(alignment.common, trace.events.size());
  for (size_t i = 0; i < trace.events.size(); ++i)
    EXPECT_EQ(alignment.to_b[i], i);
}

TEST(AlignTracesTest, StepsOfAThreadMatchWhateverRanInBetween) {
  Trace a = SampleTrace("/p");
  Trace b = Undisturbed();
  TraceAlignment alignment = AlignTraces(a, b);
  EXPECT_EQ(alignment.common, 2u);
  EXPECT_EQ(alignment.to_b[2], kNoEvent);  // The preemption.
  EXPECT_EQ(alignment.to_b[3], 3u);        // T1's start.
  EXPECT_EQ(alignment.to_b[4], 2u);        // main's notification.
  EXPECT_EQ(alignment.to_a[2], 4u);
}

TEST(AlignTracesTest, NumbersOfObjectsAndPlacesDoNotMatter) {
  Trace a = SampleTrace("/p");
  Trace b = a;
  b.locations.insert(b.locations.begin() + 1, {"/p/other.cc", 1, "f"});
  for (auto& event : b.events) ++event.location;
  b.events[1].object = 2;
  b.objects = {{.ordinal = 2, .type = "mutex"},
               {.ordinal = 1, .type = "condition variable"}};
  for (size_t i = 2; i < b.events.size(); ++i) {
    if (b.events[i].object != 0) b.events[i].object = 1;
  }
  EXPECT_EQ(AlignTraces(a, b).common, a.events.size());
}

TEST(AlignTracesTest, MiddleOfAThreadIsTheLongestCommonSequence) {
  Trace a = SampleTrace("/p");
  Trace b = a;
  // main's lock is gone, and an unlock is new after its notification.
  b.events[4].kind = OperationKind::kNotifyAll;
  runtime::TraceEvent added = b.events[4];
  added.kind = OperationKind::kUnlock;
  b.events.insert(b.events.begin() + 5, added);
  b.events.erase(b.events.begin() + 1);
  TraceAlignment alignment = AlignTraces(a, b);
  EXPECT_EQ(alignment.to_b[1], kNoEvent);
  EXPECT_EQ(alignment.to_b[4], 3u);
  EXPECT_EQ(alignment.to_a[4], kNoEvent);
  EXPECT_EQ(alignment.to_b[7], 7u);
}

TEST(DiffTextTest, EqualRunsAreSaidToBe) {
  Trace trace = SampleTrace("/p");
  EXPECT_THAT(Diff(trace, trace),
              HasSubstr("The two runs are the same, step by step.\n"));
}

TEST(DiffTextTest, ShowsWhereRunsPartAndWhatWasDropped) {
  EXPECT_EQ(
      Diff(SampleTrace("/p"), Undisturbed()),
      "A  a.json\n"
      "   QueueTest.Drains: deadlock at queue.cc:3; seed 17, 9 steps, 1 "
      "unusual choice\n"
      "B  b.json\n"
      "   QueueTest.Drains: deadlock at queue.cc:3; seed 17, 8 steps, 0 "
      "unusual choices\n"
      "\n"
      "where they part\n"
      "  both  step 2, main: lock mutex #1 at queue.cc:2\n"
      "  A     step 3, main: PREEMPTED before notify_all: T1 (worker) runs "
      "instead at queue.cc:4\n"
      "  B     step 3, main: notify_all condition variable #2 at queue.cc:4\n"
      "\n"
      "unusual choices: 0 in both (=), 1 only in A (-), 0 only in B (+)\n"
      "  - step 3, main: PREEMPTED before notify_all: T1 (worker) runs "
      "instead at queue.cc:4\n"
      "\n"
      "steps by thread\n"
      "               in both  only in A  only in B\n"
      "  main               5          0          0\n"
      "  T1 (worker)        3          0          0\n");
}

TEST(DiffTextTest, RunThatEndedEarlierIsSaidToHave) {
  Trace b = SampleTrace("/p");
  b.events.resize(2);
  EXPECT_THAT(Diff(SampleTrace("/p"), b), HasSubstr("  B     (the run has "));
}

TEST(DiffTextTest, LimitCutsTheListOfChoices) {
  Trace a = SampleTrace("/p");
  a.events.insert(a.events.begin() + 2, 9, a.events[2]);
  EXPECT_THAT(Diff(a, Undisturbed(), 4), HasSubstr("  ... and 6 more;"));
}

TEST(DiffTextTest, RunsOfTwoTestsAreSaidToBe) {
  Trace b = SampleTrace("/p");
  EXPECT_THAT(Diff(b, b), Not(HasSubstr("two tests")));
  b.test = "QueueTest.Fills";
  EXPECT_THAT(Diff(SampleTrace("/p"), b), HasSubstr("runs of two tests"));
}

TEST(PairOfTest, FindsTheOtherFormOfAFailure) {
  std::string stem = testing::TempDir() + "/pair_of";
  std::filesystem::remove(stem + ".min.json");  // Of an earlier run.
  ASSERT_TRUE(WriteFile(stem + ".json", "").ok());
  EXPECT_FALSE(PairOf(stem + ".json"));
  ASSERT_TRUE(WriteFile(stem + ".min.json", "").ok());
  for (const char* end : {".json", ".min.json"}) {
    auto pair = PairOf(stem + end);
    ASSERT_TRUE(pair);
    EXPECT_EQ(pair->original, stem + ".json");
    EXPECT_EQ(pair->minimized, stem + ".min.json");
  }
  EXPECT_FALSE(PairOf(stem + ".txt"));
}

}  // namespace
}  // namespace detsim::cmd
