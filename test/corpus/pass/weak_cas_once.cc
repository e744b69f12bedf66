// expect: passed
// trials: 2000
//
// The strong form fails only when the value differs.
#include <gtest/gtest.h>

#include <atomic>

namespace {

TEST(WeakCasOnce, Claims) {
  std::atomic<int> state{0};
  int expected = 0;
  const bool claimed = state.compare_exchange_strong(expected, 1);
  EXPECT_TRUE(claimed);
}

}  // namespace
