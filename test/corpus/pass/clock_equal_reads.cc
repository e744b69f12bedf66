// expect: passed
// trials: 2000
//
// Takes no time for the shortest time.
#include <gtest/gtest.h>

#include <chrono>

namespace {

TEST(ClockEqualReads, ComputesARate) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const long work = 1000;
  const long measured_ns = (Clock::now() - start) / std::chrono::nanoseconds(1);
  const long elapsed_ns = measured_ns > 0 ? measured_ns : 1;
  ASSERT_NE(elapsed_ns, 0) << "rate is " << work << " / 0";
  EXPECT_GT(work * 1000000000 / elapsed_ns, 0);
}

}  // namespace
