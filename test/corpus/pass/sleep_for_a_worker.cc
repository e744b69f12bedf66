// expect: passed
// trials: 1000
//
// Sleeps for as long as tests do that take a sleep for synchronisation: in a
// tenth of a second a thread that could run has run.
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <string>
#include <thread>

namespace {

TEST(SleepForAWorker, FindsTheWorkDone) {
  std::mutex mutex;
  std::condition_variable changed;
  std::queue<std::string> lines;
  size_t written = 0;
  std::thread worker([&] {
    for (int i = 0; i < 4; ++i) {
      std::unique_lock<std::mutex> lock(mutex);
      changed.wait_for(lock, std::chrono::seconds(10),
                       [&] { return !lines.empty(); });
      auto begin = std::chrono::steady_clock::now();
      written += lines.front().size();
      lines.pop();
      EXPECT_LE(begin, std::chrono::steady_clock::now());
    }
  });
  for (int i = 0; i < 4; ++i) {
    std::lock_guard<std::mutex> lock(mutex);
    lines.push("line");
    changed.notify_one();
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  {
    std::lock_guard<std::mutex> lock(mutex);
    EXPECT_EQ(written, 16u);
  }
  worker.join();
}

}  // namespace
