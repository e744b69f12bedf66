// expect: passed
// trials: 2000
//
// Tries again; failing a thousand times in a row is no spurious failure.
#include <gtest/gtest.h>

#include <mutex>

namespace {

TEST(TryLockUncontended, GetsIn) {
  std::mutex mutex;
  int attempts = 0;
  bool locked = false;
  do {
    locked = mutex.try_lock();
    ++attempts;
  } while (!locked && attempts < 1000);
  ASSERT_TRUE(locked);
  mutex.unlock();
}

}  // namespace
