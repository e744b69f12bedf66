#include "runtime/choice/choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace detsim::runtime {
namespace {

TEST(ThreadKeyTest, NameThePlaceInTheTreeOfThreads) {
  // Three generations of twenty children each: all different, none 0.
  std::set<ThreadKey> keys = {kMainThreadKey};
  std::vector<ThreadKey> generation = {kMainThreadKey};
  for (int depth = 0; depth < 3; ++depth) {
    std::vector<ThreadKey> next;
    for (ThreadKey parent : generation) {
      for (uint32_t i = 0; i < 20; ++i) {
        next.push_back(ChildThreadKey(parent, i));
      }
    }
    keys.insert(next.begin(), next.end());
    generation = next;
  }
  EXPECT_EQ(keys.size(), 1u + 20 + 400 + 8000);
  EXPECT_FALSE(keys.contains(0));
}

TEST(ThreadKeyTest, NeverChange) {
  // They are in every artifact.
  EXPECT_EQ(ChildThreadKey(kMainThreadKey, 0), 0xf725441d87a5fe5eull);
}

TEST(ChoiceKeyTest, OrderIsByThreadOperationStreamAndCount) {
  std::vector<ChoiceKey> keys = {
      {.thread = 1, .operation = 1, .sub = 0, .stream = Stream::kSchedule},
      {.thread = 1, .operation = 1, .sub = 1, .stream = Stream::kSchedule},
      {.thread = 1, .operation = 1, .sub = 0, .stream = Stream::kAccess},
      {.thread = 1, .operation = 2, .sub = 0, .stream = Stream::kSchedule},
      {.thread = 2, .operation = 0, .sub = 0, .stream = Stream::kSchedule},
  };
  EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
  EXPECT_FALSE(keys[0] < keys[0]);
  EXPECT_FALSE(keys[1] < keys[0]);
  EXPECT_EQ(keys[0], keys[0]);
  EXPECT_NE(keys[0], keys[1]);
}

}  // namespace
}  // namespace detsim::runtime
