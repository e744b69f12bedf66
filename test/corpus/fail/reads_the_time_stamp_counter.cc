// expect: nondeterminism
// trials: 200
//
// Real time enters through an instruction that nothing intercepts: the same
// choices do not give the same run again.
#include <gtest/gtest.h>
#include <x86intrin.h>

#include <mutex>
#include <thread>

namespace {

TEST(ReadsTheTimeStampCounter, DecidesByIt) {
  std::mutex mutex;
  int sum = 0;
  std::thread other([&] {
    std::lock_guard<std::mutex> lock(mutex);
    ++sum;
  });
  for (int i = 0; i < 8; ++i) {
    // Not the lowest bits: some machines count in steps.
    const int rounds = static_cast<int>(__rdtsc() >> 8 & 3);
    for (int round = 0; round < rounds; ++round) {
      std::lock_guard<std::mutex> lock(mutex);
      ++sum;
    }
  }
  other.join();
  EXPECT_LT(sum, 12);
}

}  // namespace
