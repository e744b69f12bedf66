// expect: deadlock
// trials: 10
//
// Asks for the exclusive lock while it holds the shared one.
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
    if (writes == 0) {
      std::unique_lock<std::shared_mutex> writing(mutex);
      ++writes;
    }
  });
  writer.join();
  EXPECT_EQ(writes, 1);
}

}  // namespace
