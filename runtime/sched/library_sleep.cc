// Sleeps as seen by code that is not rewritten, on virtual time. They announce
// nothing; with --own_libs that code is given the shims instead.
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include "runtime/sched/abi_support.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

constexpr uint64_t kNsPerSecond = 1'000'000'000;

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

DETSIM_ABI int nanosleep(const timespec* duration, timespec*) {
  SleepFor(FromTimespec(duration));
  return 0;
}

DETSIM_ABI int clock_nanosleep(clockid_t clock, int flags,
                               const timespec* duration, timespec*) {
  uint64_t ns = FromTimespec(duration);
  if ((flags & TIMER_ABSTIME) != 0) {
    timespec now;
    clock_gettime(clock, &now);
    ns = ns > FromTimespec(&now) ? ns - FromTimespec(&now) : 0;
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
