// expect: assertion
// trials: 2000
//
// Expects a short piece of work next to another thread to take less than 20
// ms.
#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <thread>

namespace {

TEST(ElapsedTimeAssumption, IsQuick) {
  using Clock = std::chrono::steady_clock;
  std::mutex mutex;
  int count = 0;
  auto work = [&] {
    for (int i = 0; i < 3; ++i) {
      std::lock_guard<std::mutex> lock(mutex);
      ++count;
    }
  };
  const Clock::time_point start = Clock::now();
  std::thread other(work);
  work();
  const Clock::duration elapsed = Clock::now() - start;
  other.join();
  EXPECT_EQ(count, 6);
  EXPECT_LT(elapsed, std::chrono::milliseconds(20));
}

}  // namespace
