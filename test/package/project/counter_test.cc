#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

TEST(CounterTest, CountsWrong) {
  int counter = 0;
  std::thread other([&counter] { ++counter; });
  ++counter;
  other.join();
  EXPECT_EQ(counter, 2);
}

TEST(CounterTest, CountsRight) {
  std::atomic<int> counter{0};
  std::thread other([&counter] { ++counter; });
  ++counter;
  other.join();
  EXPECT_EQ(counter, 2);
}

}  // namespace
