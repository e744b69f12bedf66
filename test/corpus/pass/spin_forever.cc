// expect: passed
// trials: 1000
//
// Every path releases the lock.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

TEST(SpinForever, BothGetIn) {
  std::atomic_flag busy = ATOMIC_FLAG_INIT;
  std::atomic<int> entered{0};
  auto enter = [&](bool early) {
    while (busy.test_and_set()) {
    }
    ++entered;
    if (early) {
      busy.clear();
      return;
    }
    busy.clear();
  };
  std::thread one(enter, true);
  std::thread two(enter, true);
  one.join();
  two.join();
  EXPECT_EQ(entered, 2);
}

}  // namespace
