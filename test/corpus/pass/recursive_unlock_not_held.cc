// expect: passed
// trials: 100
//
// As often as it was locked.
#include <gtest/gtest.h>

#include <mutex>
#include <thread>

namespace {

TEST(RecursiveUnlockNotHeld, AsOftenAsLocked) {
  std::recursive_mutex mutex;
  std::thread other([&mutex] {
    mutex.lock();
    mutex.lock();
    mutex.unlock();
    mutex.unlock();
  });
  other.join();
}

}  // namespace
