// expect: passed
// trials: 1000
//
// Waits for the condition.
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

TEST(NotifyWithoutPredicate, WaiterGoesOn) {
  std::mutex mutex;
  std::condition_variable ready;
  bool done = false;
  std::thread waiter([&] {
    std::unique_lock<std::mutex> lock(mutex);
    while (!done) ready.wait(lock);
  });
  {
    std::lock_guard<std::mutex> lock(mutex);
    done = true;
  }
  ready.notify_one();
  waiter.join();
  EXPECT_TRUE(done);
}

}  // namespace
