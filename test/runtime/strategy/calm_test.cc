#include <gtest/gtest.h>

#include "runtime/strategy/strategies.h"
#include "test/runtime/strategy/model.h"

namespace detsim::runtime {
namespace {

TEST(CalmTest, RunsEachThreadToItsEnd) {
  EXPECT_EQ(RunModel(CalmSource(), {.seed = 5}, {3, 1, 2}), "aaabcc");
}

TEST(CalmTest, NothingUnusualHappens) {
  CalmSource().BeginRun({.seed = 5});
  EXPECT_EQ(CalmSource().PickValue({.stream = Stream::kSpurious}, 2), 0u);
  EXPECT_EQ(CalmSource().PickValue({.stream = Stream::kValue}, 0), 0u);
  EXPECT_EQ(CalmSource().AccessGap({}, 0), kNoAccessGap);
}

}  // namespace
}  // namespace detsim::runtime
