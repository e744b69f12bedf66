// expect: passed
// trials: 20
//
// Passes over more than a million atomics, by one thread, while nothing is
// written: no livelock.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace {

TEST(ScanOfAtomics, FindsThemZero) {
  std::vector<std::atomic<long>> flags(1'200'000);
  std::thread other([] {});
  for (int pass = 0; pass < 3; ++pass) {
    EXPECT_TRUE(
        std::all_of(flags.begin(), flags.end(),
                    [](const std::atomic<long>& flag) { return flag == 0; }));
  }
  other.join();
}

}  // namespace
