// expect: passed
// trials: 500
// flags: --races=fail
//
// An atomic counter.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

std::atomic<int> hits{0};

TEST(RaceCounterNobodyChecks, ServesBoth) {
  std::thread one([] { ++hits; });
  std::thread two([] { ++hits; });
  one.join();
  two.join();
}

}  // namespace
