// expect: assertion
// trials: 2000
//
// Divides by the time between two clock reads, which may be none at all.
#include <gtest/gtest.h>

#include <chrono>

namespace {

TEST(ClockEqualReads, ComputesARate) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const long work = 1000;
  const long elapsed_ns = (Clock::now() - start) / std::chrono::nanoseconds(1);
  ASSERT_NE(elapsed_ns, 0) << "rate is " << work << " / 0";
  EXPECT_GT(work * 1000000000 / elapsed_ns, 0);
}

}  // namespace
