// expect: data_race
// trials: 200
// flags: --races=fail
//
// Each thread writes its own element of a vector<bool>: bits of one word.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace {

TEST(RaceBitsOfAWord, EachThreadHasItsOwn) {
  std::vector<bool> done(2);
  std::thread first([&] { done[0] = true; });
  std::thread second([&] { done[1] = true; });
  first.join();
  second.join();
}

}  // namespace
