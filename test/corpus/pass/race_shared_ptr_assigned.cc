// expect: passed
// trials: 500
// flags: --races=fail
//
// Both sides use the atomic functions.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>

namespace {

TEST(RaceSharedPtrAssigned, ReadsOldOrNew) {
  auto config = std::make_shared<int>(1);
  std::thread writer([&] { std::atomic_store(&config, {}); });
  std::shared_ptr<int> seen = std::atomic_load(&config);
  int read = seen != nullptr ? *seen : 0;
  writer.join();
  EXPECT_LE(read, 1);
}

}  // namespace
