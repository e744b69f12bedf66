#include <errno.h>

#include <cstdint>

#include "gtest/gtest.h"
#include "test/shims/conformance/tested_posix.h"

namespace {

constexpr int64_t kNsPerSecond = 1000000000;

int64_t Nanoseconds(const timespec& time) {
  return time.tv_sec * kNsPerSecond + time.tv_nsec;
}

int64_t Now(clockid_t clock) {
  timespec now = {-1, -1};
  EXPECT_EQ(0, TESTED(clock_gettime)(clock, &now));
  EXPECT_TRUE(0 <= now.tv_nsec && now.tv_nsec < kNsPerSecond);
  return Nanoseconds(now);
}

TEST(PosixTimeTest, TheWallClocksAgree) {
  const int64_t before = Now(CLOCK_REALTIME);
  timeval of_day;
  ASSERT_EQ(0, TESTED(gettimeofday)(&of_day, nullptr));
  time_t seconds = 0;
  EXPECT_EQ(TESTED(time)(&seconds), seconds);
  timespec utc;
  ASSERT_EQ(TIME_UTC, TESTED(timespec_get)(&utc, TIME_UTC));
  const int64_t after = Now(CLOCK_REALTIME);
  EXPECT_LE(before / 1000, of_day.tv_sec * 1000000 + of_day.tv_usec);
  EXPECT_LE(of_day.tv_sec * 1000000 + of_day.tv_usec, after / 1000);
  // time() may read a coarser clock.
  EXPECT_LE(before / kNsPerSecond - 1, seconds);
  EXPECT_LE(seconds, after / kNsPerSecond);
  EXPECT_LE(Nanoseconds(utc), after);
  EXPECT_EQ(0, TESTED(timespec_get)(&utc, 99));
  EXPECT_LT(1600000000, TESTED(time)(nullptr));
}

TEST(PosixTimeTest, ClocksDoNotGoBack) {
  for (clockid_t clock :
       {CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_MONOTONIC_COARSE,
        CLOCK_BOOTTIME, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID,
        CLOCK_REALTIME_COARSE, CLOCK_TAI}) {
    const int64_t first = Now(clock);
    EXPECT_LE(first, Now(clock));
  }
  const clock_t first = TESTED(clock)();
  EXPECT_LE(first, TESTED(clock)());
}

TEST(PosixTimeTest, AnUnknownClockIsInvalid) {
  timespec now;
  errno = 0;
  EXPECT_EQ(-1, TESTED(clock_gettime)(77, &now));
  EXPECT_EQ(EINVAL, errno);
  EXPECT_EQ(EINVAL, TESTED(clock_nanosleep)(77, 0, &now, nullptr));
}

TEST(PosixTimeTest, SleepsAtLeastAsLongAsAsked) {
  int64_t start = Now(CLOCK_MONOTONIC);
  const timespec delay = {0, 200000};
  EXPECT_EQ(0, TESTED(nanosleep)(&delay, nullptr));
  EXPECT_LE(start + 200000, Now(CLOCK_MONOTONIC));
  start = Now(CLOCK_MONOTONIC);
  EXPECT_EQ(0, TESTED(usleep)(300));
  EXPECT_LE(start + 300000, Now(CLOCK_MONOTONIC));
  EXPECT_EQ(0u, TESTED(sleep)(0));
  start = Now(CLOCK_MONOTONIC);
  EXPECT_EQ(0, TESTED(clock_nanosleep)(CLOCK_REALTIME, 0, &delay, nullptr));
  EXPECT_LE(start + 200000, Now(CLOCK_MONOTONIC));
}

TEST(PosixTimeTest, SleepsUntilATime) {
  for (clockid_t clock : {CLOCK_MONOTONIC, CLOCK_REALTIME}) {
    const int64_t end = Now(clock) + 200000;
    const timespec time = {end / kNsPerSecond, end % kNsPerSecond};
    EXPECT_EQ(0, TESTED(clock_nanosleep)(clock, TIMER_ABSTIME, &time, nullptr));
    EXPECT_LE(end, Now(clock));
  }
  const timespec past = {1, 0};
  EXPECT_EQ(0, TESTED(clock_nanosleep)(CLOCK_MONOTONIC, TIMER_ABSTIME, &past,
                                       nullptr));
}

TEST(PosixTimeTest, MalformedDelaysAreInvalid) {
  const timespec too_many = {0, kNsPerSecond}, negative = {0, -1},
                 before = {-1, 0};
  for (const timespec& delay : {too_many, negative, before}) {
    errno = 0;
    EXPECT_EQ(-1, TESTED(nanosleep)(&delay, nullptr));
    EXPECT_EQ(EINVAL, errno);
    EXPECT_EQ(EINVAL,
              TESTED(clock_nanosleep)(CLOCK_MONOTONIC, 0, &delay, nullptr));
  }
}

TEST(PosixTimeTest, FunctionsHaveAddresses) {
  time_t (*now)(time_t*) = TESTED(time);
  int (*rest)(useconds_t) = TESTED(usleep);
  int (*read)(clockid_t, timespec*) = TESTED(clock_gettime);
  timespec time;
  EXPECT_LT(0, now(nullptr));
  EXPECT_EQ(0, rest(1));
  EXPECT_EQ(0, read(CLOCK_MONOTONIC, &time));
}

TEST(PosixTimeTest, ClocksHaveAResolution) {
  timespec resolution = {};
  EXPECT_EQ(0, TESTED(clock_getres)(CLOCK_MONOTONIC, &resolution));
  EXPECT_EQ(1, Nanoseconds(resolution));
  EXPECT_EQ(0, TESTED(clock_getres)(CLOCK_REALTIME, nullptr));
  errno = 0;
  EXPECT_EQ(-1, TESTED(clock_getres)(77, &resolution));
  EXPECT_EQ(EINVAL, errno);
}

TEST(PosixTimeTest, TicksGoForward) {
  tms used;
  const clock_t first = TESTED(times)(&used);
  EXPECT_LE(0, used.tms_utime);
  EXPECT_EQ(0, used.tms_cutime);
  EXPECT_LE(first, TESTED(times)(&used));
}

TEST(PosixSchedTest, YieldReturns) { EXPECT_EQ(0, TESTED(sched_yield)()); }

}  // namespace
