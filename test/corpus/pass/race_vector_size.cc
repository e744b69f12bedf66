// expect: passed
// trials: 500
// flags: --races=fail
//
// The size is read under the lock as well.
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
  std::size_t size = 0;
  {
    std::lock_guard<std::mutex> lock(mutex);
    size = items.size();
  }
  EXPECT_LE(size, 1u);
  writer.join();
}

}  // namespace
