// All on virtual time: none of this takes any.
#include <sched.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "check.h"
#include "surface.h"

using std::chrono::hours;
using std::chrono::steady_clock;

std::string Clocks() {
  const time_t begin = time(nullptr);
  timeval day;
  gettimeofday(&day, nullptr);
  CHECK(day.tv_sec >= begin && day.tv_sec <= begin + 1);
  const auto start = steady_clock::now();
  const auto day_start = std::chrono::system_clock::now();
  std::mutex mutex;
  std::condition_variable never;
  std::unique_lock<std::mutex> lock(mutex);
  while (never.wait_for(lock, hours(2)) != std::cv_status::timeout) {
  }
  CHECK(steady_clock::now() - start >= hours(2));
  CHECK(std::chrono::system_clock::now() - day_start >= hours(2));
  CHECK(time(nullptr) >= begin + 7200);
  timespec now;
  CHECK(timespec_get(&now, TIME_UTC) == TIME_UTC);
  CHECK(now.tv_sec >= begin + 7200);
  return "";
}

std::string Sleeps() {
  const auto start = steady_clock::now();
  std::string order;
  std::mutex mutex;
  CHECK(OnThreads(3, [&](int i) {
    std::this_thread::sleep_for(hours(3 - i));
    std::lock_guard<std::mutex> lock(mutex);
    order += static_cast<char>('0' + i);
    return true;
  }));
  CHECK(order == "210");
  sleep(1000);
  usleep(999'999);
  timespec delay = {1000, 1};
  nanosleep(&delay, nullptr);
  clock_nanosleep(CLOCK_MONOTONIC, 0, &delay, nullptr);
  CHECK(steady_clock::now() - start >= hours(3) + std::chrono::seconds(3000));
  return "";
}

std::string TimeStamps() {
  const uint64_t begin = __rdtsc();
  const auto start = steady_clock::now();
  std::this_thread::sleep_for(hours(1));
  unsigned processor = 1;
  const uint64_t ticks = __rdtscp(&processor) - begin;
  const auto passed = steady_clock::now() - start;
  // One a nanosecond, but for the clock's own steps.
  CHECK(passed >= hours(1));
  CHECK(ticks / 1000 == static_cast<uint64_t>(passed.count()) / 1000);
  // Waiting by it ends.
  for (const uint64_t first = __rdtsc(); __rdtsc() - first < 1'000'000;) {
  }
  return "";
}
