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
  std::shared_ptr<int> seen;
  std::thread writer([&] { std::atomic_store(&config, {}); });
  bool there = std::atomic_load(&config) != nullptr;
  writer.join();
  (void)there;
}

}  // namespace
