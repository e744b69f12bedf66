// expect: passed
// trials: 2000
//
// Tries again after a time-out.
#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <thread>

namespace {

TEST(TimedMutexTimeout, BothGetIn) {
  std::timed_mutex mutex;
  int entered = 0;
  std::thread holder([&] {
    std::lock_guard<std::timed_mutex> lock(mutex);
    ++entered;
  });
  while (!mutex.try_lock_for(std::chrono::milliseconds(20))) {
  }
  ++entered;
  mutex.unlock();
  holder.join();
  EXPECT_EQ(entered, 2);
}

}  // namespace
