// Clocks as seen by code that is not rewritten: virtual time, so that what
// GoogleTest measures and prints is the same every time. Defined in the
// executable, so that libstdc++'s std::chrono binds to them. Never a choice.
#include <sys/time.h>
#include <time.h>

#include "runtime/sched/abi_support.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

constexpr uint64_t kNsPerSecond = 1'000'000'000;

uint64_t Nanoseconds(clockid_t clock) {
  scheduler.Initialize();
  uint64_t ns = scheduler.ReadClockSilently().ns;
  bool system = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ||
                clock == CLOCK_TAI;
  return system ? ns + kSystemClockOffsetNs : ns;
}

}  // namespace

extern "C" {

DETSIM_ABI int clock_gettime(clockid_t clock, timespec* t) noexcept {
  uint64_t ns = Nanoseconds(clock);
  t->tv_sec = static_cast<time_t>(ns / kNsPerSecond);
  t->tv_nsec = static_cast<long>(ns % kNsPerSecond);
  return 0;
}

DETSIM_ABI int gettimeofday(timeval* t, void*) noexcept {
  uint64_t ns = Nanoseconds(CLOCK_REALTIME);
  t->tv_sec = static_cast<time_t>(ns / kNsPerSecond);
  t->tv_usec = static_cast<suseconds_t>(ns % kNsPerSecond / 1000);
  return 0;
}

DETSIM_ABI time_t time(time_t* t) noexcept {
  auto seconds =
      static_cast<time_t>(Nanoseconds(CLOCK_REALTIME) / kNsPerSecond);
  if (t != nullptr) *t = seconds;
  return seconds;
}

DETSIM_ABI int timespec_get(timespec* t, int base) noexcept {
  if (base != TIME_UTC) return 0;
  clock_gettime(CLOCK_REALTIME, t);
  return base;
}

// CLOCKS_PER_SEC is a million on every POSIX system.
DETSIM_ABI clock_t clock() noexcept {
  return static_cast<clock_t>(Nanoseconds(CLOCK_PROCESS_CPUTIME_ID) / 1000);
}

}  // extern "C"

}  // namespace detsim::runtime
