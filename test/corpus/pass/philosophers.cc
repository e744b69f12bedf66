// expect: passed
// trials: 2000
//
// One philosopher takes the right fork first: forks are taken in the order of
// their numbers.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace {

TEST(Philosophers, EverybodyEats) {
  std::mutex forks[3];
  std::atomic<int> eaten{0};
  std::vector<std::thread> philosophers;
  for (int i = 0; i < 3; ++i) {
    philosophers.emplace_back([&forks, &eaten, i] {
      std::mutex& left = forks[i];
      std::mutex& right = forks[(i + 1) % 3];
      const bool last = i == 2;
      std::lock_guard<std::mutex> first(last ? right : left);
      std::lock_guard<std::mutex> second(last ? left : right);
      ++eaten;
    });
  }
  for (std::thread& philosopher : philosophers) philosopher.join();
  EXPECT_EQ(eaten, 3);
}

}  // namespace
