// Clocks and sleeps as seen by code that is not rewritten: virtual time, so
// that what GoogleTest measures and prints is the same every time. Defined in
// the executable, so that libstdc++'s std::chrono binds to them.
#include <errno.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

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

uint64_t FromTimespec(const timespec* t) {
  return static_cast<uint64_t>(t->tv_sec) * kNsPerSecond +
         static_cast<uint64_t>(t->tv_nsec);
}

void SleepFor(uint64_t ns) {
  scheduler.Initialize();
  Task* me = scheduler.current();
  me->pending = {.kind = OperationKind::kSleep, .pc = DETSIM_CALLER};
  scheduler.Block(nullptr, Instant{scheduler.NowAfterComputing().ns + ns});
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

DETSIM_ABI int nanosleep(const timespec* duration, timespec*) {
  SleepFor(FromTimespec(duration));
  return 0;
}

DETSIM_ABI int clock_nanosleep(clockid_t clock, int flags,
                               const timespec* duration, timespec*) {
  uint64_t ns = FromTimespec(duration);
  if ((flags & TIMER_ABSTIME) != 0) {
    uint64_t now = Nanoseconds(clock);
    ns = ns > now ? ns - now : 0;
  }
  SleepFor(ns);
  return 0;
}

DETSIM_ABI int usleep(useconds_t us) {
  SleepFor(uint64_t{us} * 1000);
  return 0;
}

DETSIM_ABI unsigned sleep(unsigned seconds) {
  SleepFor(seconds * kNsPerSecond);
  return 0;
}

DETSIM_ABI int sched_yield() noexcept {
  scheduler.Initialize();
  scheduler.Requeue();
  return 0;
}

}  // extern "C"

}  // namespace detsim::runtime
