// expect: passed
// trials: 1000
//
// The clock of the standard library is virtual.
#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <thread>

namespace {

TEST(ReadsTheTimeStampCounter, DecidesByIt) {
  std::mutex mutex;
  int sum = 0;
  std::thread other([&] {
    std::lock_guard<std::mutex> lock(mutex);
    ++sum;
  });
  for (int i = 0; i < 8; ++i) {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    const int rounds = static_cast<int>(now.count() >> 8 & 3);
    for (int round = 0; round < rounds; ++round) {
      std::lock_guard<std::mutex> lock(mutex);
      ++sum;
    }
  }
  other.join();
  EXPECT_GE(sum, 1);
}

}  // namespace
