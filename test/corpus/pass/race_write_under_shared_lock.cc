// expect: passed
// trials: 500
// flags: --races=fail
//
// The count is atomic.
#include <gtest/gtest.h>

#include <atomic>
#include <shared_mutex>
#include <thread>

namespace {

TEST(RaceWriteUnderSharedLock, CountsLookups) {
  int value = 1;
  std::atomic<int> lookups{0};
  std::shared_mutex mutex;
  auto look = [&] {
    std::shared_lock<std::shared_mutex> lock(mutex);
    ++lookups;
    EXPECT_EQ(value, 1);
  };
  std::thread one(look);
  std::thread two(look);
  one.join();
  two.join();
}

}  // namespace
