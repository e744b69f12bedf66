// expect: assertion
// trials: 2000
// flags: --preempt=memory
//
// An increment of a plain integer by two threads.
#include <gtest/gtest.h>

#include <thread>

namespace {

TEST(PlainIntRace, CountsBoth) {
  int count = 0;
  std::thread one([&count] { ++count; });
  std::thread two([&count] { ++count; });
  one.join();
  two.join();
  EXPECT_EQ(count, 2);
}

}  // namespace
