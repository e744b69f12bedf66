// expect: data_race
// trials: 200
// flags: --races=fail
//
// Reference counts are atomic; the pointer itself is not.
#include <gtest/gtest.h>

#include <memory>
#include <thread>

namespace {

TEST(RaceSharedPtrAssigned, ReadsOldOrNew) {
  auto config = std::make_shared<int>(1);
  std::shared_ptr<int> seen;
  std::thread writer([&] { config = nullptr; });
  bool there = config != nullptr;
  writer.join();
  EXPECT_TRUE(there || config == nullptr);
}

}  // namespace
