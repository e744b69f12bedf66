#include "runtime/base/mapped_array.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vector>

namespace detsim::runtime {
namespace {

TEST(MappedArrayTest, StartsEmpty) {
  MappedArray<int> array;
  array.Map(10);
  EXPECT_TRUE(array.empty());
  EXPECT_EQ(array.size(), 0u);
  EXPECT_EQ(array.capacity(), 10u);
  EXPECT_EQ(array.begin(), array.end());
}

TEST(MappedArrayTest, TakesUpToItsCapacity) {
  MappedArray<int> array;
  array.Map(3);
  EXPECT_TRUE(array.push_back(1));
  EXPECT_TRUE(array.push_back(2));
  EXPECT_FALSE(array.full());
  EXPECT_TRUE(array.push_back(3));
  EXPECT_TRUE(array.full());
  EXPECT_FALSE(array.push_back(4));
  EXPECT_EQ(std::vector<int>(array.begin(), array.end()),
            (std::vector<int>{1, 2, 3}));
}

TEST(MappedArrayTest, ErasingKeepsTheOrder) {
  MappedArray<int> array;
  array.Map(10);
  for (int i = 0; i < 5; ++i) array.push_back(i);
  array.erase(1);
  array.erase(3);
  EXPECT_EQ(std::vector<int>(array.begin(), array.end()),
            (std::vector<int>{0, 2, 3}));
  EXPECT_EQ(array.pop_back(), 3);
  EXPECT_EQ(array.size(), 2u);
}

TEST(MappedArrayTest, MappingAgainKeepsTheElements) {
  MappedArray<int> array;
  array.Map(10);
  array.push_back(5);
  array.Map(100);
  EXPECT_EQ(array.capacity(), 10u);
  EXPECT_EQ(array[0], 5);
}

TEST(MappedArrayTest, FreshElementsAreZero) {
  MappedArray<uint64_t> array;
  array.Map(1000);
  array.resize(1000);
  for (uint64_t value : array) ASSERT_EQ(value, 0u);
}

TEST(MappedArrayTest, ASharedOneIsSeenByTheParent) {
  MappedArray<int> array;
  array.Map(10, true);
  array.resize(1);
  pid_t pid = fork();
  if (pid == 0) {
    array[0] = 7;
    _exit(0);
  }
  waitpid(pid, nullptr, 0);
  EXPECT_EQ(array[0], 7);
}

TEST(MappedArrayDeathTest, ResizingPastTheCapacityIsAnError) {
  MappedArray<int> array;
  array.Map(10);
  EXPECT_DEATH(array.resize(11), "internal error");
}

}  // namespace
}  // namespace detsim::runtime
