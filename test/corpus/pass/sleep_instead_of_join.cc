// expect: passed
// trials: 2000
//
// Joins.
#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <thread>

namespace {

TEST(SleepInsteadOfJoin, WorkerIsDone) {
  std::mutex mutex;
  int done = 0;
  std::thread worker([&] {
    for (int i = 0; i < 3; ++i) {
      std::lock_guard<std::mutex> lock(mutex);
      ++done;
    }
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  worker.join();
  int seen = 0;
  {
    std::lock_guard<std::mutex> lock(mutex);
    seen = done;
  }
  EXPECT_EQ(seen, 3);
}

}  // namespace
