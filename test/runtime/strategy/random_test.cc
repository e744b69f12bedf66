#include <gtest/gtest.h>

#include <map>
#include <string>

#include "runtime/strategy/strategies.h"
#include "test/runtime/strategy/model.h"

namespace detsim::runtime {
namespace {

TEST(RandomTest, BothOrdersOfTwoThreadsAreEquallyLikely) {
  std::map<std::string, int> counts;
  for (uint64_t seed = 1; seed <= 10'000; ++seed) {
    ++counts[RunModel(RandomStrategy(), {.seed = seed}, {1, 1})];
  }
  // 5,000 expected, standard deviation 50.
  EXPECT_NEAR(counts["ab"], 5000, 250);
  EXPECT_NEAR(counts["ba"], 5000, 250);
}

TEST(RandomTest, EveryOrderOfThreeThreadsIsHit) {
  std::map<std::string, int> counts;
  for (uint64_t seed = 1; seed <= 6000; ++seed) {
    ++counts[RunModel(RandomStrategy(), {.seed = seed}, {1, 1, 1})];
  }
  ASSERT_EQ(counts.size(), 6u);
  // 1,000 expected each, standard deviation 29.
  for (const auto& [order, count] : counts) {
    EXPECT_NEAR(count, 1000, 145) << order;
  }
}

TEST(RandomTest, EveryInterleavingOfTwoThreadsIsHit) {
  std::map<std::string, int> counts;
  for (uint64_t seed = 1; seed <= 5000; ++seed) {
    ++counts[RunModel(RandomStrategy(), {.seed = seed}, {3, 3})];
  }
  EXPECT_EQ(counts.size(), 20u);  // 6 over 3.
}

TEST(RandomTest, APreemptionAtAnAccessGoesToAnotherThread) {
  RandomStrategy().BeginRun({.seed = 1});
  Candidate threads[3];
  Candidate* ready[] = {&threads[1], &threads[2]};
  for (int i = 0; i < 100; ++i) {
    uint32_t option =
        RandomStrategy().PickThread({.key = {.stream = Stream::kAccess},
                                     .current = &threads[0],
                                     .ready = ready,
                                     .ready_count = 2});
    EXPECT_NE(option, 0u);
  }
}

TEST(RandomTest, GapsAreNearAndFar) {
  RandomStrategy().BeginRun({.seed = 1});
  int none = 0;
  int near = 0;
  int far = 0;
  for (int i = 0; i < 10'000; ++i) {
    uint64_t gap = RandomStrategy().AccessGap({}, 0);
    if (gap == kNoAccessGap) {
      ++none;
    } else {
      EXPECT_LE(gap, 256u);
      if (gap <= 2) ++near;
      if (gap > 64) ++far;
    }
  }
  // Half of them, standard deviation 50. Of the nine magnitudes the first two
  // are always near, the last two mostly far.
  EXPECT_NEAR(none, 5000, 250);
  EXPECT_GT(near, 1000);
  EXPECT_GT(far, 500);
}

}  // namespace
}  // namespace detsim::runtime
