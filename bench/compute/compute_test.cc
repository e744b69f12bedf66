#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

// xorshift32 (Marsaglia, 2003).
std::uint32_t Next(std::uint32_t& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

std::vector<std::uint32_t> Numbers(std::size_t count) {
  std::uint32_t state = 1;
  std::vector<std::uint32_t> numbers(count);
  for (std::uint32_t& number : numbers) number = Next(state);
  return numbers;
}

void SortCountAndMultiply(std::size_t numbers_sorted,
                          std::size_t numbers_counted, std::size_t size) {
  std::vector<std::uint32_t> numbers = Numbers(numbers_sorted);
  std::sort(numbers.begin(), numbers.end());
  EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));

  std::map<std::string, int> counts;
  for (std::uint32_t number : Numbers(numbers_counted)) {
    ++counts[std::to_string(number % 1000)];
  }
  EXPECT_EQ(counts.size(), 1000u);

  std::vector<double> a(size * size, 1.5), b(size * size, 2.0),
      c(size * size, 0.0);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < size; ++k) {
      for (std::size_t j = 0; j < size; ++j) {
        c[i * size + j] += a[i * size + k] * b[k * size + j];
      }
    }
  }
  EXPECT_EQ(c[0], 3.0 * static_cast<double>(size));
}

TEST(Compute, SortsCountsAndMultiplies) {
  SortCountAndMultiply(2'000'000, 300'000, 300);
}

// The race detector rests while there is one thread.
TEST(Compute, InTwoThreads) {
  std::thread one(SortCountAndMultiply, 500'000, 100'000, 150);
  std::thread two(SortCountAndMultiply, 500'000, 100'000, 150);
  one.join();
  two.join();
}

}  // namespace
