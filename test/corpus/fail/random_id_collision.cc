// expect: assertion
// trials: 500
//
// Takes random numbers for unique.
#include <gtest/gtest.h>

#include <random>

namespace {

TEST(RandomIdCollision, IdsDiffer) {
  std::random_device device;
  const unsigned one = device() % 16;
  unsigned two = device() % 16;
  EXPECT_NE(one, two);
}

}  // namespace
