// expect: assertion
// trials: 2000
//
// Expects a short piece of work to take less than 20 ms, whatever other
// threads are doing.
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
  EXPECT_LT(elapsed, std::chrono::milliseconds(20));
}

}  // namespace
