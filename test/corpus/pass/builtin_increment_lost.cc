// expect: passed
// trials: 1000
// flags: --preempt=sync
//
// An increment that is one atomic builtin.
#include <gtest/gtest.h>

#include <thread>

namespace {

TEST(BuiltinIncrementLost, CountsBoth) {
  int count = 0;
  auto increment = [&count] {
    __atomic_fetch_add(&count, 1, __ATOMIC_RELEASE);
  };
  std::thread one(increment);
  std::thread two(increment);
  one.join();
  two.join();
  EXPECT_EQ(count, 2);
}

}  // namespace
