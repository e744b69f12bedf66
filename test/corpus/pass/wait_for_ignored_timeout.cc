// expect: passed
// trials: 2000
//
// Waits again after a time-out.
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

TEST(WaitForIgnoredTimeout, SeesTheValue) {
  std::mutex mutex;
  std::condition_variable ready;
  int value = 0;
  std::thread producer([&] {
    std::lock_guard<std::mutex> lock(mutex);
    value = 1;
    ready.notify_one();
  });
  int seen = 0;
  {
    std::unique_lock<std::mutex> lock(mutex);
    while (!ready.wait_for(lock, std::chrono::milliseconds(30),
                           [&] { return value; })) {
    }
    seen = value;
  }
  producer.join();
  EXPECT_EQ(seen, 1);
}

}  // namespace
