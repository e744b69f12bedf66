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
  std::thread writer([&] { config = nullptr; });
  int read = config != nullptr ? 1 : 0;
  writer.join();
  EXPECT_LE(read, 1);
}

}  // namespace
