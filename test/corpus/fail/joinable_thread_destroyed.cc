// expect: misuse
// trials: 200
//
// An early return leaves a joinable thread behind; its destructor ends the
// program.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

bool Fetch(std::atomic<bool>& cached) {
  std::thread worker([&cached] { cached = true; });
  if (cached) {
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
