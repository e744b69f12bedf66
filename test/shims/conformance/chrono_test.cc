// The clocks, random_device.
#include <ctime>
#include <limits>
#include <random>
#include <set>
#include <type_traits>

#include "test/shims/conformance/tested.h"

namespace {

template <typename Clock>
constexpr bool IsClock() {
  return std::is_same<typename Clock::duration,
                      std::chrono::nanoseconds>::value &&
         std::is_same<typename Clock::rep,
                      typename Clock::duration::rep>::value &&
         std::is_same<typename Clock::time_point::duration,
                      typename Clock::duration>::value &&
         std::is_same<typename Clock::time_point::clock, Clock>::value &&
         noexcept(Clock::now());
}
static_assert(IsClock<tested::chrono::system_clock>(), "");
static_assert(IsClock<tested::chrono::steady_clock>(), "");
static_assert(IsClock<tested::chrono::high_resolution_clock>(), "");
static_assert(tested::chrono::steady_clock::is_steady, "");
static_assert(!tested::chrono::system_clock::is_steady, "");
#if __cplusplus >= 202002L
static_assert(std::chrono::is_clock_v<tested::chrono::system_clock>);
#endif
static_assert(std::is_same<tested::chrono::high_resolution_clock,
                           tested::chrono::system_clock>::value,
              "libstdc++'s choice");

TEST(ClockTest, DoesNotGoBack) {
  using Clock = tested::chrono::steady_clock;
  const Clock::time_point first = Clock::now();
  const Clock::time_point second = Clock::now();
  EXPECT_LE(first, second);
  const auto third = tested::chrono::system_clock::now();
  EXPECT_LE(third, tested::chrono::system_clock::now());
}

TEST(ClockTest, ConvertsToTimeT) {
  using Clock = tested::chrono::system_clock;
  const std::time_t seconds = 1700000000;
  EXPECT_EQ(seconds, Clock::to_time_t(Clock::from_time_t(seconds)));
  EXPECT_EQ(seconds, Clock::to_time_t(Clock::from_time_t(seconds) +
                                      std::chrono::milliseconds(999)));
  EXPECT_LT(1600000000, Clock::to_time_t(Clock::now()));
}

TEST(ClockTest, TimePointsCalculate) {
  using Clock = tested::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const auto later = start + std::chrono::hours(1);
  EXPECT_EQ(
      3600,
      std::chrono::duration_cast<std::chrono::seconds>(later - start).count());
  const std::chrono::time_point<Clock, std::chrono::seconds> whole =
      std::chrono::time_point_cast<std::chrono::seconds>(start);
  EXPECT_LE(whole, start);
  EXPECT_LT(start, Clock::time_point::max());
}

TEST(ClockTest, IsSteadyHasAnAddress) {
  const bool* const address = &tested::chrono::steady_clock::is_steady;
  EXPECT_TRUE(*address);
}

// Deadlines beyond the clock's range neither overflow nor end the wait.
TEST(DeadlineTest, FarTimesNeverCome) {
  tested::promise<void> promise;
  tested::future<void> future = promise.get_future();
  tested::thread provider([&promise] {
    tested::this_thread::sleep_for(std::chrono::milliseconds(1));
    promise.set_value();
  });
  EXPECT_EQ(std::future_status::ready,
            future.wait_until(tested::chrono::steady_clock::time_point::max()));
  provider.join();
}

static_assert(!std::is_copy_constructible<tested::random_device>::value, "");
static_assert(!std::is_copy_assignable<tested::random_device>::value, "");
static_assert(
    std::is_same<unsigned int, tested::random_device::result_type>::value, "");
static_assert(tested::random_device::min() == 0, "");
static_assert(tested::random_device::max() ==
                  std::numeric_limits<unsigned int>::max(),
              "");

TEST(RandomDeviceTest, GivesDifferentNumbers) {
  tested::random_device device;
  std::set<unsigned int> numbers;
  for (int i = 0; i < 8; ++i) numbers.insert(device());
  EXPECT_LT(1u, numbers.size());
  EXPECT_LE(0.0, device.entropy());
}

TEST(RandomDeviceTest, SeedsEnginesAndDistributions) {
  tested::random_device device;
  std::mt19937 engine(device());
  std::uniform_int_distribution<int> dice(1, 6);
  const int from_engine = dice(engine);
  EXPECT_TRUE(1 <= from_engine && from_engine <= 6);
  const int from_device = dice(device);
  EXPECT_TRUE(1 <= from_device && from_device <= 6);
  std::seed_seq seeds({device(), device()});
  EXPECT_EQ(2u, seeds.size());
}

TEST(RandomDeviceTest, TakesAToken) {
  tested::random_device device("/dev/urandom");
  EXPECT_LE(tested::random_device::min(), device());
}

}  // namespace
