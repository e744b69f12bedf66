// expect: passed
// trials: 1000
//
// No clock goes back, sleeping takes as long as it says at least, and the
// system clock agrees with time().
#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <thread>

namespace {

using std::chrono::milliseconds;

template <typename Clock>
void SleepsLongEnough() {
  const typename Clock::time_point start = Clock::now();
  std::this_thread::sleep_for(milliseconds(30));
  EXPECT_GE(Clock::now() - start, milliseconds(30));
}

TEST(ClocksGoForward, Steady) { SleepsLongEnough<std::chrono::steady_clock>(); }
TEST(ClocksGoForward, System) { SleepsLongEnough<std::chrono::system_clock>(); }
TEST(ClocksGoForward, HighResolution) {
  SleepsLongEnough<std::chrono::high_resolution_clock>();
}

TEST(ClocksGoForward, TimeAgreesWithTheSystemClock) {
  using Clock = std::chrono::system_clock;
  const std::time_t before = Clock::to_time_t(Clock::now());
  const std::time_t between = std::time(nullptr);
  const std::time_t after = Clock::to_time_t(Clock::now());
  EXPECT_LE(before, between);
  EXPECT_LE(between, after);
}

TEST(ClocksGoForward, SleepUntil) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point deadline = Clock::now() + milliseconds(15);
  std::thread sleeper([deadline] {
    std::this_thread::sleep_until(deadline);
    EXPECT_GE(Clock::now(), deadline);
  });
  sleeper.join();
}

}  // namespace
