// expect: passed
// trials: 1000
// flags: --hang_seconds=1 --max_failures=2
//
// The step is set before the loop starts.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

TEST(HangOnZeroStep, CountsUp) {
  std::atomic<int> step{0};
  std::atomic<int> rounds{0};
  step = 10;
  std::thread counter([&] {
    const int by = step;
    int count = 0;
    for (int i = 0; i < 100; i += by) {
      __asm__ volatile("" : "+r"(count));
      ++count;
    }
    rounds = count;
  });
  counter.join();
  EXPECT_EQ(rounds, 10);
}

}  // namespace
