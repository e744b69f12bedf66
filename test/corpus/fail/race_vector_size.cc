// expect: data_race
// trials: 200
// flags: --races=fail
//
// The vector grows under a lock; its size is read without.
#include <gtest/gtest.h>

#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

namespace {

TEST(RaceVectorSize, GrowsWhileWatched) {
  std::vector<int> items;
  std::mutex mutex;
  std::thread writer([&] {
    std::lock_guard<std::mutex> lock(mutex);
    items.push_back(1);
  });
  std::size_t size = items.size();
  EXPECT_LE(size, 1u);
  writer.join();
}

}  // namespace
