#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
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

TEST(Compute, SortsCountsAndMultiplies) {
  std::vector<std::uint32_t> numbers = Numbers(2'000'000);
  std::sort(numbers.begin(), numbers.end());
  EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));

  std::map<std::string, int> counts;
  for (std::uint32_t number : Numbers(300'000)) {
    ++counts[std::to_string(number % 1000)];
  }
  EXPECT_EQ(counts.size(), 1000u);

  constexpr std::size_t kSize = 300;
  std::vector<double> a(kSize * kSize, 1.5), b(kSize * kSize, 2.0),
      c(kSize * kSize, 0.0);
  for (std::size_t i = 0; i < kSize; ++i) {
    for (std::size_t k = 0; k < kSize; ++k) {
      for (std::size_t j = 0; j < kSize; ++j) {
        c[i * kSize + j] += a[i * kSize + k] * b[k * kSize + j];
      }
    }
  }
  EXPECT_EQ(c[0], 3.0 * kSize);
}

}  // namespace
