// expect: passed
// trials: 100
//
// Who locks, unlocks.
#include <gtest/gtest.h>

#include <mutex>
#include <thread>

namespace {

TEST(UnlockNotHeld, HandsOver) {
  std::mutex mutex;
  std::thread other([&mutex] {
    mutex.lock();
    mutex.unlock();
  });
  other.join();
}

}  // namespace
