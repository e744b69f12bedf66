// expect: passed
// trials: 1000
//
// The increment is one operation.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

TEST(AtomicIncrementLost, CountsBoth) {
  std::atomic<int> count{0};
  auto increment = [&count] { count.fetch_add(1); };
  std::thread one(increment);
  std::thread two(increment);
  one.join();
  two.join();
  EXPECT_EQ(count, 2);
}

}  // namespace
