// expect: assertion
// trials: 1000
// flags: --preempt=sync
//
// An increment made of two atomic builtins. They are decision points of their
// own, not only memory that is accessed.
#include <gtest/gtest.h>

#include <thread>

namespace {

TEST(BuiltinIncrementLost, CountsBoth) {
  int count = 0;
  auto increment = [&count] {
    int next = __atomic_load_n(&count, __ATOMIC_ACQUIRE) + 1;
    __atomic_store_n(&count, next, __ATOMIC_RELEASE);
  };
  std::thread one(increment);
  std::thread two(increment);
  one.join();
  two.join();
  EXPECT_EQ(count, 2);
}

}  // namespace
