// expect: deadlock
// trials: 10
//
// Two tasks that each need the other's result first.
#include <gtest/gtest.h>

#include <future>
#include <thread>

namespace {

TEST(FuturesWaitForEachOther, BothEnd) {
  std::promise<int> left, right;
  std::shared_future<int> left_value = left.get_future().share();
  std::shared_future<int> right_value = right.get_future().share();
  std::thread one([&] {
    const int value = right_value.get();
    left.set_value(1);
    EXPECT_EQ(value, 2);
  });
  std::thread two([&] {
    const int value = left_value.get();
    right.set_value(2);
    EXPECT_EQ(value, 1);
  });
  one.join();
  two.join();
}

}  // namespace
