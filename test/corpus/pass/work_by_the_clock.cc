// expect: passed
// trials: 20
//
// Work is doubled until it takes 10 ms on the clock: time passes while a thread
// computes.
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <numeric>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

std::chrono::nanoseconds TimeOf(std::size_t size) {
  std::vector<unsigned> numbers(size, 1);
  const Clock::time_point begin = Clock::now();
  std::thread worker([&] {
    for (int pass = 0; pass < 4; ++pass) {
      std::partial_sum(numbers.begin(), numbers.end(), numbers.begin());
    }
  });
  worker.join();
  return Clock::now() - begin;
}

TEST(WorkByTheClock, IsMeasurableOnceThereIsEnough) {
  std::size_t size = 1024;
  while (TimeOf(size) < std::chrono::milliseconds(10)) {
    size *= 2;
    ASSERT_LT(size, std::size_t{1} << 30);
  }
}

}  // namespace
