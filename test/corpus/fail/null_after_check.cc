// expect: crash
// trials: 1000
//
// A pointer is checked, then loaded again and used; meanwhile it became null.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

TEST(NullAfterCheck, ReadsTheValue) {
  int value = 1;
  std::atomic<int*> current{&value};
  std::atomic<int> seen{0};
  std::thread reader([&] {
    if (current.load() != nullptr) seen = *current.load();
  });
  current = nullptr;
  reader.join();
  EXPECT_LE(seen, 1);
}

}  // namespace
