// expect: data_race
// trials: 20
// flags: --races=fail
// place: ++hits
//
// A statistic counted without a lock: no test looks at it.
#include <gtest/gtest.h>

#include <thread>

namespace {

int hits = 0;

TEST(RaceCounterNobodyChecks, ServesBoth) {
  std::thread one([] { ++hits; });
  std::thread two([] { ++hits; });
  one.join();
  two.join();
}

}  // namespace
