#include "runtime/race/clock_set.h"

#include <gtest/gtest.h>

namespace detsim::runtime {
namespace {

TEST(ClockSetTest, JoiningKeepsTheLargerOfBoth) {
  static ClockArena arena;
  arena.Map();
  ClockSet set;
  const Clock first[] = {5, 1};
  const Clock second[] = {3, 2, 7};
  arena.Join(&set, first, 2);
  arena.Join(&set, second, 3);
  ASSERT_EQ(set.size, 3u);
  EXPECT_EQ(set.values[0], 5u);
  EXPECT_EQ(set.values[1], 2u);
  EXPECT_EQ(set.values[2], 7u);
}

TEST(ClockSetTest, GrowingKeepsWhatWasThere) {
  static ClockArena arena;
  arena.Map();
  ClockSet set;
  Clock many[100];
  for (Clock i = 0; i < 100; ++i) many[i] = 100 - i;
  arena.Assign(&set, many, 4);
  many[0] = 1;
  arena.Join(&set, many, 100);
  EXPECT_EQ(set.values[0], 100u);
  EXPECT_EQ(set.values[99], 1u);
}

TEST(ClockSetTest, AFullArenaSaysSo) {
  static ClockArena arena;
  arena.Map();
  EXPECT_NE(arena.Allocate(1u << 26), nullptr);
  EXPECT_FALSE(arena.full());
  EXPECT_EQ(arena.Allocate(1), nullptr);
  EXPECT_TRUE(arena.full());
  arena.Clear();
  EXPECT_FALSE(arena.full());
}

}  // namespace
}  // namespace detsim::runtime
