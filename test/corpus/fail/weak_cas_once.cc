// expect: assertion
// trials: 2000
//
// A weak compare-exchange may fail although the value is as expected; it is
// tried only once.
#include <gtest/gtest.h>

#include <atomic>

namespace {

TEST(WeakCasOnce, Claims) {
  std::atomic<int> state{0};
  int expected = 0;
  const bool claimed = state.compare_exchange_weak(expected, 1);
  EXPECT_TRUE(claimed);
}

}  // namespace
