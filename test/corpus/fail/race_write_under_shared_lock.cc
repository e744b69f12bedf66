// expect: data_race
// trials: 200
// flags: --races=fail
// place: lookups
//
// Readers count their look-ups in a plain integer, under the shared lock.
#include <gtest/gtest.h>

#include <shared_mutex>
#include <thread>

namespace {

TEST(RaceWriteUnderSharedLock, CountsLookups) {
  int value = 1;
  int lookups = 0;
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
