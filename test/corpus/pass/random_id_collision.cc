// expect: passed
// trials: 1000
//
// Draws again when the number is taken.
#include <gtest/gtest.h>

#include <random>

namespace {

TEST(RandomIdCollision, IdsDiffer) {
  std::random_device device;
  const unsigned one = device() % 16;
  unsigned two = device() % 16;
  while (two == one) two = device() % 16;
  EXPECT_NE(one, two);
}

}  // namespace
