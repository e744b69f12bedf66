#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "test/runtime/search/search_runner.h"
#include "test/runtime/worker/worker_client.h"

namespace detsim::runtime {
namespace {

// The output of every program tells inequivalent schedules apart, so there are
// as many outputs as classes, and each must come up once.
void ExpectClasses(const SearchOutcome& outcome, size_t classes) {
  EXPECT_TRUE(outcome.result.exhausted) << outcome.result.gave_up;
  EXPECT_EQ(outcome.result.schedules, classes);
  EXPECT_EQ(outcome.outputs.size(), classes);
}

TEST(DfsSearchTest, IndependentThreadsHaveOneSchedule) {
  SearchOutcome outcome = RunSearch({}, "independent", 4);
  ExpectClasses(outcome, 1);
  EXPECT_EQ(outcome.result.runs, 1u);
}

TEST(DfsSearchTest, WritersOfOneObjectHaveAllOrders) {
  ExpectClasses(RunSearch({}, "writers", 2), 2);
  ExpectClasses(RunSearch({}, "writers", 3), 6);
  ExpectClasses(RunSearch({}, "writers", 4), 24);
}

TEST(DfsSearchTest, ReadersCommute) {
  ExpectClasses(RunSearch({}, "readers_and_writer", 2), 4);
  ExpectClasses(RunSearch({}, "readers_and_writer", 4), 16);
}

TEST(DfsSearchTest, SectionsOfTwoThreadsAreMergedInEveryWay) {
  ExpectClasses(RunSearch({}, "sections", 2), 6);   // 4 over 2
  ExpectClasses(RunSearch({}, "sections", 3), 20);  // 6 over 3
  ExpectClasses(RunSearch({}, "three_sections"), 6);
}

// Three times: lock, plain ++, unlock, fetch_add, in two threads. A class is an
// order of the sections and one of the additions that go together; counted by
// going through all orders of the operations (924 for three times).
TEST(DfsSearchTest, TheMicroTestHas192Classes) {
  for (auto [times, classes] : {std::pair(1, 4u), {2, 26u}, {3, 192u}}) {
    SearchOutcome outcome = RunSearch({}, "micro", times);
    EXPECT_TRUE(outcome.result.exhausted) << outcome.result.gave_up;
    EXPECT_EQ(outcome.result.schedules, classes);
    // Few runs find everybody asleep.
    EXPECT_LE(outcome.result.runs, classes + classes / 4);
  }
}

TEST(DfsSearchTest, PlainIncrementsHaveFourClasses) {
  // Each load comes before or after the other thread's store.
  SearchOutcome outcome = RunSearch({}, "plain_increments");
  EXPECT_TRUE(outcome.result.exhausted);
  EXPECT_EQ(outcome.result.schedules, 4u);
  EXPECT_EQ(outcome.outputs.size(), 3u);  // Two stores of 1 look the same.
}

TEST(DfsSearchTest, AThreadsOwnStackMayBeShared) {
  ExpectClasses(RunSearch({}, "local_of_main"), 3);
}

TEST(DfsSearchTest, FindsADeadlockOfTwoLocks) {
  SearchOutcome outcome = RunSearch({}, "locks_in_two_orders");
  EXPECT_TRUE(outcome.result.exhausted) << outcome.result.gave_up;
  EXPECT_EQ(outcome.verdicts[Verdict::kDeadlock], 1);
}

TEST(DfsSearchTest, FindsALostWakeUp) {
  SearchOutcome outcome = RunSearch({}, "lost_wake_up");
  EXPECT_TRUE(outcome.result.exhausted) << outcome.result.gave_up;
  EXPECT_GE(outcome.verdicts[Verdict::kDeadlock], 1);
  EXPECT_GE(outcome.verdicts[Verdict::kPassed], 1);
}

TEST(DfsSearchTest, EitherWaiterIsWoken) {
  SearchOutcome outcome = RunSearch({}, "which_waiter");
  EXPECT_TRUE(outcome.result.exhausted) << outcome.result.gave_up;
  EXPECT_EQ(outcome.outputs.size(), 2u);
  EXPECT_EQ(outcome.verdicts.size(), 1u);
}

TEST(DfsSearchTest, ASpinDoesNotMakeItEndless) {
  SearchOutcome outcome = RunSearch({}, "spins_on_flag");
  EXPECT_TRUE(outcome.result.exhausted) << outcome.result.gave_up;
  // The flag was looked at 0 to 3 times before it was set.
  EXPECT_EQ(outcome.result.schedules, 4u);
  EXPECT_EQ(outcome.outputs.size(), 1u);
  ASSERT_EQ(outcome.result.held_fixed.size(), 3u);
  EXPECT_NE(outcome.result.held_fixed[1].find("in vain"), std::string::npos);
}

TEST(DfsSearchTest, SaysThatProgramsWithoutHooksAreNotPreemptedAtAccesses) {
  SearchOutcome outcome = RunSearch({}, "spins_on_flag");
  ASSERT_FALSE(outcome.result.held_fixed.empty());
  EXPECT_EQ(outcome.result.held_fixed[0], "no preemption at plain accesses");
}

TEST(DfsSearchTest, WhatOneThreadMakesPossibleIsNoRace) {
  SearchOutcome outcome = RunSearch({}, "hand_over");
  ExpectClasses(outcome, 1);
}

TEST(DfsSearchTest, ResultDoesNotDependOnTheSizeOfGenerations) {
  SearchOutcome one = RunSearch({.generation = 1}, "micro", 2);
  SearchOutcome many = RunSearch({.generation = 64}, "micro", 2);
  EXPECT_TRUE(one.result.exhausted);
  EXPECT_EQ(one.result.schedules, many.result.schedules);
  EXPECT_EQ(one.outputs, many.outputs);
}

TEST(DfsSearchTest, FailuresReplay) {
  SearchOutcome outcome = RunSearch({}, "locks_in_two_orders");
  ASSERT_EQ(outcome.failing.size(), 1u);
  RunResult again = ReplayOf(outcome.failing[0], "locks_in_two_orders");
  EXPECT_EQ(again.summary.verdict, Verdict::kDeadlock);
  EXPECT_EQ(again.summary.trace_hash, outcome.failing[0].summary.trace_hash);
}

// Programs that nobody thought of, against many random schedules: whatever
// these show, the search has run exactly once.
class RandomProgramTest : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Number, RandomProgramTest, testing::Range(0, 40));

TEST_P(RandomProgramTest, EveryClassIsRunOnce) {
  SearchOutcome searched = RunSearch({}, "random", GetParam());
  EXPECT_TRUE(searched.result.exhausted) << searched.result.gave_up;
  EXPECT_EQ(searched.result.schedules, searched.outputs.size());
  for (const std::string& output : RandomOutputs("random", GetParam(), 2000)) {
    EXPECT_TRUE(searched.outputs.contains(output)) << output;
  }
}

}  // namespace
}  // namespace detsim::runtime
