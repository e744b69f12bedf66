// expect: passed
// trials: 1000
//
// Gives the shared lock back first.
#include <gtest/gtest.h>

#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

TEST(SharedLockThenExclusive, Upgrades) {
  std::shared_mutex mutex;
  int writes = 0;
  std::thread writer([&] {
    std::shared_lock<std::shared_mutex> reading(mutex);
    const bool write = writes == 0;
    reading.unlock();
    if (write) {
      std::unique_lock<std::shared_mutex> writing(mutex);
      ++writes;
    }
  });
  writer.join();
  EXPECT_EQ(writes, 1);
}

}  // namespace
