// expect: misuse
// trials: 1
//
// A recursive mutex is unlocked once more often than it was locked.
#include <gtest/gtest.h>

#include <mutex>
#include <thread>

namespace {

TEST(RecursiveUnlockNotHeld, OnceTooOften) {
  std::recursive_mutex mutex;
  std::thread other([&mutex] {
    mutex.lock();
    mutex.lock();
    mutex.unlock();
    mutex.unlock();
    mutex.unlock();
  });
  other.join();
}

}  // namespace
