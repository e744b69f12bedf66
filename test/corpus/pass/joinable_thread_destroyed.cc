// expect: passed
// trials: 1000
//
// Joins on every path.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

bool Fetch(std::atomic<bool>& cached) {
  std::thread worker([&cached] { cached = true; });
  if (cached) {
    worker.join();
    return true;
  }
  worker.join();
  return cached;
}

TEST(JoinableThreadDestroyed, Fetches) {
  std::atomic<bool> cached{false};
  EXPECT_TRUE(Fetch(cached));
}

}  // namespace
