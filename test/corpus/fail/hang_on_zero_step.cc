// expect: hang
// trials: 300
// flags: --hang_seconds=0.3 --max_failures=1
//
// A loop whose step has not been set yet goes on for ever, without a single
// operation that a scheduler could see.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

TEST(HangOnZeroStep, CountsUp) {
  std::atomic<int> step{0};
  std::atomic<int> rounds{0};
  std::thread counter([&] {
    const int by = step;
    int count = 0;
    for (int i = 0; i < 100; i += by) {
      // A call that the compiler cannot see through: the loop stays a loop.
      count += std::this_thread::get_id() != std::thread::id();
    }
    rounds = count;
  });
  step = 10;
  counter.join();
  EXPECT_EQ(rounds, 10);
}

}  // namespace
