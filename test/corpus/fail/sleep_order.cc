// expect: assertion
// trials: 2000
//
// Assumes that who sleeps for a shorter time is first.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

namespace {

TEST(SleepOrder, ShorterSleepIsFirst) {
  std::mutex mutex;
  std::vector<int> order;
  auto arrive = [&](int after_ms) {
    std::this_thread::sleep_for(std::chrono::milliseconds(after_ms));
    std::lock_guard<std::mutex> lock(mutex);
    order.push_back(after_ms);
  };
  std::thread later(arrive, 20);
  std::thread sooner(arrive, 10);
  later.join();
  sooner.join();
  EXPECT_EQ(order, (std::vector<int>{10, 20}));
}

}  // namespace
