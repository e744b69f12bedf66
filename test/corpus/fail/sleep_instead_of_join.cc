// expect: assertion
// trials: 2000
//
// Sleeps instead of joining, sure that the worker is done by then.
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
  int seen = 0;
  {
    std::lock_guard<std::mutex> lock(mutex);
    seen = done;
  }
  worker.join();
  EXPECT_EQ(seen, 3);
}

}  // namespace
