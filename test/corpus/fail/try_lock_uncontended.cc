// expect: assertion
// trials: 2000
//
// try_lock may fail although nobody holds the mutex.
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
  } while (!locked && attempts < 1);
  ASSERT_TRUE(locked);
  mutex.unlock();
}

}  // namespace
