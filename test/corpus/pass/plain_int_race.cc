// expect: passed
// trials: 2000
// flags: --preempt=memory
//
// The second thread starts after the first has ended.
#include <gtest/gtest.h>

#include <thread>

namespace {

TEST(PlainIntRace, CountsBoth) {
  int count = 0;
  std::thread one([&count] { ++count; });
  one.join();
  std::thread two([&count] { ++count; });
  two.join();
  EXPECT_EQ(count, 2);
}

}  // namespace
