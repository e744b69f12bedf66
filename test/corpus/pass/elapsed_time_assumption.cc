// expect: passed
// trials: 2000
//
// Expects of the clock that it does not go back.
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
  std::thread other([&work] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    work();
  });
  const Clock::time_point start = Clock::now();
  work();
  const Clock::duration elapsed = Clock::now() - start;
  other.join();
  EXPECT_EQ(count, 6);
  EXPECT_GE(elapsed, Clock::duration::zero());
}

}  // namespace
