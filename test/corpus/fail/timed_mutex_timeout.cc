// expect: assertion
// trials: 2000
//
// Takes a time-out for impossible because the mutex is held for a short time
// only.
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
  if (mutex.try_lock_for(std::chrono::milliseconds(20))) {
    ++entered;
    mutex.unlock();
  }
  holder.join();
  EXPECT_EQ(entered, 2);
}

}  // namespace
