// expect: passed
// trials: 1000
//
// Nobody else draws meanwhile.
#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

namespace {

int Draw() { return std::rand(); }

TEST(RandSequenceShared, IsReproducible) {
  std::srand(42);
  const int first = Draw();
  const int second = Draw();
  std::srand(42);
  const int first_again = Draw();
  const int second_again = Draw();
  std::thread other([] { Draw(); });
  other.join();
  EXPECT_EQ(first, first_again);
  EXPECT_EQ(second, second_again);
}

}  // namespace
