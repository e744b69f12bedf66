// expect: passed
// trials: 500
// flags: --races=fail
//
// Each thread writes its own element, a byte.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace {

TEST(RaceBitsOfAWord, EachThreadHasItsOwn) {
  std::vector<char> done(2);
  std::thread first([&] { done[0] = true; });
  std::thread second([&] { done[1] = true; });
  first.join();
  second.join();
  EXPECT_TRUE(done[0] && done[1]);
}

}  // namespace
