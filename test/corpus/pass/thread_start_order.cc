// expect: passed
// trials: 1000
//
// Makes no assumption about the order.
#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <thread>
#include <vector>

namespace {

TEST(ThreadStartOrder, FirstStartedIsFirst) {
  std::mutex mutex;
  std::vector<int> order;
  auto arrive = [&](int who) {
    std::lock_guard<std::mutex> lock(mutex);
    order.push_back(who);
  };
  std::thread one(arrive, 1);
  std::thread two(arrive, 2);
  one.join();
  two.join();
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

}  // namespace
