// expect: deadlock
// trials: 2000
//
// Three dining philosophers who all take the left fork first.
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
      std::lock_guard<std::mutex> first(left);
      std::lock_guard<std::mutex> second(right);
      ++eaten;
    });
  }
  for (std::thread& philosopher : philosophers) philosopher.join();
  EXPECT_EQ(eaten, 3);
}

}  // namespace
