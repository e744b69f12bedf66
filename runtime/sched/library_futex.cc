// syscall() as seen by code that is not rewritten. libstdc++ waits for futures
// and C++20 atomics, and libraries such as Abseil for their mutexes, by futexes
// through this function; a real wait would block the only OS thread for ever.
// Waits and wakes are simulated, anything else goes to the kernel.
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "runtime/sched/abi_support.h"
#include "runtime/sched/library.h"
#include "runtime/sched/raw_syscall.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

constexpr uint64_t kNsPerSecond = 1'000'000'000;

Instant FutexDeadline(int operation, const timespec* timeout) {
  if (timeout == nullptr) return kForever;
  uint64_t ns = static_cast<uint64_t>(timeout->tv_sec) * kNsPerSecond +
                static_cast<uint64_t>(timeout->tv_nsec);
  // FUTEX_WAIT's timeout is relative, FUTEX_WAIT_BITSET's absolute.
  if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT) {
    return Instant{scheduler.now().ns + ns};
  }
  if ((operation & FUTEX_CLOCK_REALTIME) != 0) {
    ns = ns > kSystemClockOffsetNs ? ns - kSystemClockOffsetNs : 0;
  }
  return Instant{ns};
}

long FutexWait(const volatile int32_t* address, int operation, int32_t value,
               const timespec* timeout, uintptr_t pc) {
  if (*address != value) {
    errno = EAGAIN;
    return -1;
  }
  Instant deadline = FutexDeadline(operation, timeout);
  scheduler.current()->pending = {
      .kind = OperationKind::kLibraryWait, .object = address, .pc = pc};
  if (deadline <= scheduler.now() || BlockOnAddress(address, deadline)) {
    errno = ETIMEDOUT;
    return -1;
  }
  return 0;
}

}  // namespace

extern "C" {

DETSIM_ABI long syscall(long number, ...) noexcept {
  long a[6];
  va_list list;
  va_start(list, number);
  for (long& argument : a) argument = va_arg(list, long);
  va_end(list);
  if (number != SYS_futex)
    return RawSyscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  scheduler.Initialize();
  auto* address = reinterpret_cast<const volatile int32_t*>(a[0]);
  auto operation = static_cast<int>(a[1]);
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
      return FutexWait(address, operation, static_cast<int32_t>(a[2]),
                       reinterpret_cast<const timespec*>(a[3]), DETSIM_CALLER);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
      return WakeAtAddress(address, static_cast<uint32_t>(a[2]));
    default:
      return RawSyscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  }
}

}  // extern "C"

}  // namespace detsim::runtime
