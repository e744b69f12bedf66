// The clocks, random_device.
#include <cstdint>
#include <ctime>
#include <limits>
#include <random>
#include <set>
#include <type_traits>
#if __cplusplus >= 202002L
#include <filesystem>
#endif

#include "test/shims/conformance/tested.h"

namespace {

// `Real`: the library's own, which `Clock` is or stands for.
template <typename Clock, typename Real>
constexpr bool IsClock() {
  return std::is_same<typename Clock::duration,
                      typename Real::duration>::value &&
         Clock::is_steady == Real::is_steady &&
         std::is_same<typename Clock::rep,
                      typename Clock::duration::rep>::value &&
         std::is_same<typename Clock::time_point::duration,
                      typename Clock::duration>::value &&
         std::is_same<typename Clock::time_point::clock, Clock>::value &&
         noexcept(Clock::now());
}
static_assert(
    IsClock<tested::chrono::system_clock, std::chrono::system_clock>(), "");
static_assert(
    IsClock<tested::chrono::steady_clock, std::chrono::steady_clock>(), "");
static_assert(IsClock<tested::chrono::high_resolution_clock,
                      std::chrono::high_resolution_clock>(),
              "");
#if __cplusplus >= 202002L
static_assert(std::chrono::is_clock_v<tested::chrono::system_clock>);
#endif
static_assert(std::is_same<tested::chrono::high_resolution_clock,
                           tested::chrono::steady_clock>::value ==
                  std::is_same<std::chrono::high_resolution_clock,
                               std::chrono::steady_clock>::value,
              "the library's choice");

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

// What a library that is not rewritten says.
using LibraryTime = std::chrono::system_clock::time_point;
LibraryTime LibraryEpoch() { return LibraryTime(); }
void LibraryAdvance(LibraryTime& time) { time += std::chrono::seconds(1); }
template <typename Duration>
std::int64_t LibraryCount(
    std::chrono::time_point<std::chrono::system_clock, Duration> time) {
  return time.time_since_epoch().count();
}

TEST(TimePointTest, GoesIntoAndOutOfLibraries) {
  using Clock = tested::chrono::system_clock;
  Clock::time_point time = LibraryEpoch();
  LibraryAdvance(time);
  const LibraryTime library = time;
  EXPECT_EQ(Clock::period::den, LibraryCount(time));
  EXPECT_TRUE(time == library && library == time);
  EXPECT_FALSE(time != library || time < library || library < time);
  EXPECT_TRUE(time <= library && time >= library && library <= time);
  EXPECT_FALSE(time > library || library > time);
  EXPECT_EQ(Clock::duration::zero(), time - library);
  EXPECT_EQ(Clock::duration::zero(), library - time);
  EXPECT_LT(library, Clock::now());
  time = LibraryEpoch();
  EXPECT_EQ(Clock::time_point(), time);
  const std::chrono::time_point<Clock, std::chrono::seconds> whole =
      std::chrono::time_point_cast<std::chrono::seconds>(library);
  EXPECT_EQ(1, whole.time_since_epoch().count());
}

TEST(TimePointTest, HasTheMembersOfStd) {
  using Time = tested::chrono::steady_clock::time_point;
  const std::chrono::nanoseconds ns(1);
  Time time(ns);
  EXPECT_EQ(Time(2 * ns), time + ns);
  EXPECT_EQ(Time(2 * ns), ns + time);
  EXPECT_EQ(Time(), time - ns);
  EXPECT_EQ(Time(3 * ns), time += 2 * ns);
  EXPECT_EQ(Time(2 * ns), time -= ns);
  EXPECT_LT(Time::min(), Time());
  EXPECT_EQ(Time::duration::max(), Time::max().time_since_epoch());
  static_assert(std::is_same<decltype(time += ns), Time&>::value, "");
  static_assert(std::is_same<decltype(time + ns), Time>::value, "");
  static_assert(std::is_trivially_copyable<Time>::value, "");
  static_assert(std::is_standard_layout<Time>::value, "");
  static_assert(!std::is_convertible<std::chrono::nanoseconds, Time>::value,
                "");
  // From finer durations by a cast only, and never from another clock.
  static_assert(!std::is_convertible<
                    Time, std::chrono::time_point<tested::chrono::steady_clock,
                                                  std::chrono::seconds>>::value,
                "");
  static_assert(
      !std::is_convertible<Time,
                           tested::chrono::system_clock::time_point>::value,
      "");
#if __cplusplus >= 201402L
  constexpr Time kEpoch{};
  static_assert(kEpoch.time_since_epoch().count() == 0, "");
#endif
}

template <typename Clock, typename Duration>
Clock ClockOf(const std::chrono::time_point<Clock, Duration>&);
static_assert(
    std::is_same<tested::chrono::steady_clock,
                 decltype(ClockOf(tested::chrono::steady_clock::now()))>::value,
    "whose now() a template calls");

#if __cplusplus >= 202002L
TEST(CalendarTest, ConvertsTimePoints) {
  using Clock = tested::chrono::system_clock;
  const Clock::time_point time = Clock::from_time_t(1700000000);
  const std::chrono::year_month_day date{
      std::chrono::floor<std::chrono::days>(time)};
  EXPECT_EQ(std::chrono::year(2023) / 11 / 14, date);
  const std::chrono::sys_days day = std::chrono::floor<std::chrono::days>(time);
  EXPECT_EQ(std::chrono::Tuesday, std::chrono::weekday(day));
  const std::chrono::hh_mm_ss of_day{time - day};
  EXPECT_EQ(22, of_day.hours().count());
  EXPECT_EQ(13, of_day.minutes().count());
  EXPECT_LT(day, time);
  EXPECT_GT(time, day);
  EXPECT_TRUE((time <=> day) > 0);
  EXPECT_EQ(std::chrono::hours(22), std::chrono::floor<std::chrono::hours>(
                                        time - std::chrono::sys_days(date)));
  Clock::time_point back = std::chrono::sys_days(date);
  EXPECT_EQ(day, back);
  const std::chrono::sys_seconds seconds =
      std::chrono::time_point_cast<std::chrono::seconds>(time);
  EXPECT_EQ(1700000000, seconds.time_since_epoch().count());
  back = std::chrono::sys_days(std::chrono::year(2001) / 1 / 1);
  EXPECT_LT(back, Clock::now());
}

TEST(FileClockTest, CountsWithTheSystemClock) {
  using Clock = tested::chrono::file_clock;
  static_assert(
      std::is_same_v<std::filesystem::file_time_type, Clock::time_point>);
  const auto before = tested::chrono::system_clock::now();
  const std::filesystem::file_time_type now = Clock::now();
  EXPECT_LE(before, Clock::to_sys(now));
  // In the system clock's units, which may be coarser.
  EXPECT_LE(std::chrono::floor<tested::chrono::system_clock::duration>(
                Clock::to_sys(now)),
            tested::chrono::system_clock::now());
  EXPECT_EQ(now, Clock::from_sys(Clock::to_sys(now)));
}

#if _GLIBCXX_RELEASE >= 13 || _LIBCPP_HAS_EXPERIMENTAL_TZDB
TEST(LeapSecondClockTest, CountWithTheSystemClock) {
  using tested::chrono::utc_clock;
  static_assert(std::is_same_v<std::chrono::utc_clock::time_point,
                               utc_clock::time_point>);
  const auto before = tested::chrono::system_clock::now();
  const auto now = utc_clock::now();
  EXPECT_LE(before, utc_clock::to_sys(now));
  EXPECT_LE(utc_clock::to_sys(now), tested::chrono::system_clock::now());
  EXPECT_EQ(now, utc_clock::from_sys(utc_clock::to_sys(now)));
}

template <typename Clock>
void ExpectToCountFromUtc() {
  const auto before = tested::chrono::utc_clock::now();
  const typename Clock::time_point now = Clock::now();
  EXPECT_LE(before, Clock::to_utc(now));
  EXPECT_LE(Clock::to_utc(now), tested::chrono::utc_clock::now());
  EXPECT_EQ(now, Clock::from_utc(Clock::to_utc(now)));
}

TEST(LeapSecondClockTest, OthersCountWithUtc) {
  ExpectToCountFromUtc<tested::chrono::tai_clock>();
  ExpectToCountFromUtc<tested::chrono::gps_clock>();
  static_assert(!tested::chrono::tai_clock::is_steady);
}
#endif
#endif

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
