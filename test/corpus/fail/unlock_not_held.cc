// expect: misuse
// trials: 1
//
// A mutex is unlocked by a thread that does not hold it.
#include <gtest/gtest.h>

#include <mutex>
#include <thread>

namespace {

TEST(UnlockNotHeld, HandsOver) {
  std::mutex mutex;
  mutex.lock();
  std::thread other([&mutex] { mutex.unlock(); });
  other.join();
}

}  // namespace
