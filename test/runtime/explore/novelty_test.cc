#include "runtime/explore/novelty.h"

#include <gtest/gtest.h>

#include <memory>

namespace detsim::runtime {
namespace {

RunResult Showing(std::initializer_list<Mark> marks) {
  RunResult run;
  run.behaviour.resize(1);
  for (Mark mark : marks) run.behaviour[0].all.Add(mark);
  return run;
}

constexpr Mark kEdge = 2 * kMarksOfKind;

TEST(NoveltyTest, CountsWhatNoRunHasShownBefore) {
  Novelty novelty({});
  EXPECT_TRUE(novelty.Merge(Showing({1, 2, kEdge}), 0));
  EXPECT_FALSE(novelty.Merge(Showing({1, 2, kEdge}), 0));
  EXPECT_TRUE(novelty.Merge(Showing({1, 3}), 0));
  NoveltyResult result = novelty.result();
  EXPECT_EQ(result.last_new_run, 3u);
  EXPECT_EQ(result.growth.back().marks[0], 3u);
  EXPECT_EQ(result.growth.back().marks[2], 1u);
  EXPECT_TRUE(novelty.known().Has(3));
}

TEST(NoveltyTest, AFailureOfAnotherKindIsNew) {
  Novelty novelty({});
  novelty.Merge(Showing({}), 0);
  EXPECT_TRUE(novelty.Merge(Showing({}), 1));
  EXPECT_FALSE(novelty.Merge(Showing({}), 1));
}

TEST(NoveltyTest, WhatWasKnownBeforeIsNotNew) {
  auto known = std::make_unique<Behaviour>();
  known->Add(7);
  Novelty novelty(*known);
  EXPECT_FALSE(novelty.Merge(Showing({7}), 0));
  EXPECT_EQ(novelty.result().growth[0].marks[0], 1u);
  EXPECT_EQ(novelty.result().last_new_run, 0u);
}

TEST(NoveltyTest, EndsAfterAStretchAsLongAsAllBeforeIt) {
  Novelty novelty({});
  for (Mark mark = 0; mark < 300; ++mark) novelty.Merge(Showing({mark}), 0);
  for (int i = 0; i < 299; ++i) {
    novelty.Merge(Showing({}), 0);
    EXPECT_FALSE(novelty.ended());
  }
  novelty.Merge(Showing({}), 0);
  EXPECT_TRUE(novelty.ended());
}

TEST(NoveltyTest, EndsAfterAMinimalStretch) {
  Novelty novelty({});
  novelty.Merge(Showing({1}), 0);
  for (uint64_t i = 1; i < Novelty::kStretchMin; ++i)
    novelty.Merge(Showing({1}), 0);
  EXPECT_FALSE(novelty.ended());
  novelty.Merge(Showing({1}), 0);
  EXPECT_TRUE(novelty.ended());
}

TEST(NoveltyTest, GrowthHasAPointForOneTwoFiveAndTheEnd) {
  Novelty novelty({});
  for (Mark mark = 0; mark < 70; ++mark) novelty.Merge(Showing({mark}), 0);
  std::vector<uint64_t> runs;
  for (const GrowthPoint& point : novelty.result().growth) {
    runs.push_back(point.runs);
    EXPECT_EQ(point.sum(), point.runs);
  }
  EXPECT_EQ(runs, (std::vector<uint64_t>{1, 2, 5, 10, 20, 50, 70}));
}

}  // namespace
}  // namespace detsim::runtime
