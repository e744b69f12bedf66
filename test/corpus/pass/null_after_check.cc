// expect: passed
// trials: 1000
//
// Uses the pointer that it has checked.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

TEST(NullAfterCheck, ReadsTheValue) {
  int value = 1;
  std::atomic<int*> current{&value};
  std::atomic<int> seen{0};
  std::thread reader([&] {
    int* const loaded = current.load();
    if (loaded != nullptr) seen = *loaded;
  });
  current = nullptr;
  reader.join();
  EXPECT_LE(seen, 1);
}

}  // namespace
