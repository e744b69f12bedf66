#include "runtime/explore/learn.h"

#include <gtest/gtest.h>

#include <memory>

namespace detsim::runtime {
namespace {

// A run of two threads, `first` and `second`, with so many events on an object.
RunResult RunOf(uint64_t address, ThreadKey first, uint16_t first_events,
                ThreadKey second, uint16_t second_events) {
  RunResult run;
  Observation& seen = run.observation.emplace_back();
  seen.events = first_events + second_events;
  seen.key_count = 2;
  seen.keys[0] = first;
  seen.keys[1] = second;
  seen.object_count = 1;
  seen.objects[0].address = address;
  seen.objects[0].events[0] = first_events;
  seen.objects[0].events[1] = second_events;
  return run;
}

class LearnTest : public testing::Test {
 protected:
  std::unique_ptr<Profile> profile_ = std::make_unique<Profile>();
};

TEST_F(LearnTest, ThreadsAreKnownByTheirKeyWhateverTheirOrder) {
  Learn(RunOf(16, 1, 4, 2, 6), profile_.get());
  Learn(RunOf(16, 2, 6, 1, 4), profile_.get());
  EXPECT_EQ(profile_->runs, 2u);
  EXPECT_EQ(profile_->events, 10u);
  ASSERT_EQ(profile_->object_count, 1u);
  ASSERT_EQ(profile_->key_count, 2u);
  EXPECT_EQ(profile_->objects[0].events[0], 4u);
  EXPECT_EQ(profile_->objects[0].events[1], 6u);
}

TEST_F(LearnTest, NewerRunsCountMore) {
  Learn(RunOf(16, 1, 100, 2, 1), profile_.get());
  for (int i = 0; i < 10; ++i) Learn(RunOf(16, 1, 4, 2, 1), profile_.get());
  EXPECT_LE(profile_->objects[0].events[0], 5u);
}

TEST_F(LearnTest, WhatIsFullStaysBounded) {
  for (uint64_t i = 1; i <= 10 * kProfilePairs; ++i) {
    RunResult run = RunOf(i * 8, i, 1, i + 1, 1);
    run.observation[0].pair_count = 1;
    run.observation[0].pairs[0] = {i, i};
    run.observation[0].constraints.count = 1;
    run.observation[0].read_from.Add(i);
    Learn(run, profile_.get());
  }
  EXPECT_EQ(profile_->object_count, kProfileObjects);
  EXPECT_EQ(profile_->pair_count, kProfilePairs);
  EXPECT_EQ(profile_->key_count, kProfileThreads);
  EXPECT_GT(profile_->corpus_count, kProfileCorpus);
}

TEST_F(LearnTest, AScheduleIsKeptWhenItShowedAPairForTheFirstTime) {
  RunResult run = RunOf(16, 1, 1, 2, 1);
  run.observation[0].constraints = {.count = 1, .reads = {{5, 6}}};
  EXPECT_FALSE(Learn(run, profile_.get()));
  EXPECT_EQ(profile_->corpus_count, 0u);
  run.observation[0].read_from.Add(PairPlace({5, 6}));
  EXPECT_TRUE(Learn(run, profile_.get()));
  EXPECT_FALSE(Learn(run, profile_.get()));
  EXPECT_EQ(profile_->corpus_count, 1u);
  EXPECT_EQ(profile_->corpus[0].reads[0], (ReadsFrom{5, 6}));
}

TEST_F(LearnTest, AStrategysYieldIsItsNewRuns) {
  RunResult run = RunOf(16, 1, 1, 2, 1);
  run.summary.turn = 2;
  run.observation[0].read_from.Add(7);
  Learn(run, profile_.get());
  run.observation.clear();  // A run that had nothing to tell.
  Learn(run, profile_.get());
  EXPECT_EQ(profile_->yields[1], (StrategyYield{.runs = 2, .fresh = 1}));
}

}  // namespace
}  // namespace detsim::runtime
