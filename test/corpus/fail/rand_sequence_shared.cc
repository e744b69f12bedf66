// expect: assertion
// trials: 500
//
// Expects rand() to go on where this thread left off; another thread draws
// from the same sequence.
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
  std::thread other([] { Draw(); });
  const int first_again = Draw();
  const int second_again = Draw();
  other.join();
  EXPECT_EQ(first, first_again);
  EXPECT_EQ(second, second_again);
}

}  // namespace
