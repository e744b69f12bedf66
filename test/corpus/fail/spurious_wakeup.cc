// expect: assertion
// trials: 2000
//
// Waits without a loop: a wake-up without a notification counts as one.
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

TEST(SpuriousWakeup, SeesTheValue) {
  std::mutex mutex;
  std::condition_variable ready;
  int value = 0;
  std::unique_lock<std::mutex> lock(mutex);
  std::thread producer([&] {
    std::lock_guard<std::mutex> inner(mutex);
    value = 1;
    ready.notify_one();
  });
  if (value == 0) ready.wait(lock);
  const int seen = value;
  lock.unlock();
  producer.join();
  EXPECT_EQ(seen, 1);
}

}  // namespace
