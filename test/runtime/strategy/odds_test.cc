#include "runtime/strategy/odds.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace detsim::runtime {
namespace {

// Of 48,000 draws; bounds are five standard deviations (expected counts of
// 3,000 and 12,000 with deviations of 53 and 95).
TEST(OddsTest, SpuriousEventsHappenOnceIn16) {
  ValueStreams streams;
  streams.Seed(1);
  uint64_t spurious = 0;
  for (int i = 0; i < 48'000; ++i) {
    spurious += streams.Pick(Stream::kSpurious, 2);
  }
  EXPECT_NEAR(static_cast<double>(spurious), 3000, 265);
}

// 9,600 draws a run: the deviations are below 49.
TEST(OddsTest, TimePassesOftenInSomeRunsAndRarelyInOthers) {
  std::map<uint64_t, int> runs;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    ValueStreams streams;
    streams.Seed(seed);
    uint64_t time = 0;
    for (int i = 0; i < 9'600; ++i) time += streams.Pick(Stream::kTime, 2);
    uint64_t odds = streams.time_odds();
    ++runs[odds];
    EXPECT_NEAR(static_cast<double>(time), 9'600.0 / odds, 245) << seed;
  }
  EXPECT_EQ(runs.size(), 3u);
  EXPECT_GT(runs[2], 10);
  EXPECT_GT(runs[6], 10);
  EXPECT_GT(runs[24], 30);
}

TEST(OddsTest, WaitersAreEquallyLikely) {
  ValueStreams streams;
  streams.Seed(1);
  std::vector<int> counts(4);
  for (int i = 0; i < 48'000; ++i) ++counts[streams.Pick(Stream::kWake, 4)];
  for (int count : counts) EXPECT_NEAR(count, 12'000, 475);
}

TEST(OddsTest, AnyNumberMayComeWithoutABound) {
  ValueStreams streams;
  streams.Seed(1);
  uint64_t seen = 0;
  for (int i = 0; i < 100; ++i) seen |= streams.Pick(Stream::kValue, 0);
  EXPECT_EQ(seen, ~uint64_t{0});
}

}  // namespace
}  // namespace detsim::runtime
