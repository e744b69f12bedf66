// expect: assertion
// trials: 1000
//
// An increment made of an atomic load and an atomic store.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

TEST(AtomicIncrementLost, CountsBoth) {
  std::atomic<int> count{0};
  auto increment = [&count] { count.store(count.load() + 1); };
  std::thread one(increment);
  std::thread two(increment);
  one.join();
  two.join();
  EXPECT_EQ(count, 2);
}

}  // namespace
