// syscall(), for code that is rewritten and code that is not. libstdc++ waits
// for futures and C++20 atomics, and libraries such as Abseil for their
// mutexes, by futexes through this function; a real wait would block the only
// OS thread for ever. Waits and wakes are simulated; so are, for code that is
// rewritten, the calls that have a shim under another name. Anything else goes
// to the kernel.
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "runtime/race/race_detector.h"
#include "runtime/sched/abi_support.h"
#include "runtime/sched/library.h"
#include "runtime/sched/own_libs.h"
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
    return Instant{scheduler.NowAfterComputing().ns + ns};
  }
  if ((operation & FUTEX_CLOCK_REALTIME) != 0) {
    ns = ns > kSystemClockOffsetNs ? ns - kSystemClockOffsetNs : 0;
  }
  return Instant{ns};
}

long FutexWait(OperationKind kind, const volatile int32_t* address,
               int operation, int32_t value, const timespec* timeout,
               uintptr_t pc) {
  if (*address != value) {
    errno = EAGAIN;
    return -1;
  }
  Instant deadline = FutexDeadline(operation, timeout);
  scheduler.current()->pending = {.kind = kind, .object = address, .pc = pc};
  if (deadline <= scheduler.now() || BlockOnAddress(address, deadline)) {
    errno = ETIMEDOUT;
    return -1;
  }
  return 0;
}

// How a caller's waits are named, and whether its operations are announced.
struct Caller {
  OperationKind wait;
  bool announces;
  uintptr_t pc;
};

// False when the operation is not simulated.
bool Futex(const Caller& caller, const long* a, long* result) {
  auto* address = reinterpret_cast<const volatile int32_t*>(a[0]);
  auto operation = static_cast<int>(a[1]);
  auto announce = [&](OperationKind kind) {
    if (caller.announces) scheduler.Announce(kind, address, caller.pc);
  };
  // Code that is instrumented says itself what its atomics order; of other code
  // this is all that can be seen.
  auto release = [&] {
    if (!caller.announces) races.Release(address);
  };
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
      announce(caller.wait);
      *result =
          FutexWait(caller.wait, address, operation, static_cast<int32_t>(a[2]),
                    reinterpret_cast<const timespec*>(a[3]), caller.pc);
      if (!caller.announces) races.Acquire(address);
      return true;
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
      announce(OperationKind::kAddressWake);
      release();
      *result = WakeAtAddress(address, static_cast<uint32_t>(a[2]));
      return true;
    case FUTEX_REQUEUE:
    case FUTEX_CMP_REQUEUE:
      announce(OperationKind::kAddressWake);
      release();
      if ((operation & FUTEX_CMD_MASK) == FUTEX_CMP_REQUEUE &&
          *address != static_cast<int32_t>(a[5])) {
        errno = EAGAIN;
        *result = -1;
        return true;
      }
      // Those who would move to another queue are woken: waiters on a futex
      // look again whatever woke them.
      *result = WakeAtAddress(
          address, static_cast<uint32_t>(a[2]) + static_cast<uint32_t>(a[3]));
      return true;
    default:
      return false;
  }
}

long GetRandom(const long* a) {
  auto* bytes = reinterpret_cast<unsigned char*>(a[0]);
  for (long i = 0; i < a[1]; i += 4) {
    uint32_t number = detsim_random_u32();
    memcpy(bytes + i, &number, static_cast<size_t>(std::min(a[1] - i, 4L)));
  }
  return a[1];
}

long ClockGettime(const long* a) {
  bool system = a[0] == CLOCK_REALTIME || a[0] == CLOCK_REALTIME_COARSE ||
                a[0] == CLOCK_TAI;
  uint64_t ns = detsim_now(system ? DETSIM_CLOCK_SYSTEM : DETSIM_CLOCK_STEADY);
  auto* t = reinterpret_cast<timespec*>(a[1]);
  t->tv_sec = static_cast<time_t>(ns / kNsPerSecond);
  t->tv_nsec = static_cast<long>(ns % kNsPerSecond);
  return 0;
}

// Calls that wait for the world outside, or start what runs in it.
bool Escapes(long number) {
  switch (number) {
    case SYS_futex:
    case SYS_clone:
    case SYS_clone3:
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
    case SYS_poll:
    case SYS_ppoll:
    case SYS_select:
    case SYS_pselect6:
    case SYS_epoll_wait:
    case SYS_epoll_pwait:
    case SYS_rt_sigtimedwait:
      return true;
    default:
      return false;
  }
}

long Kernel(long number, const long* a) {
  return RawSyscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

void ReadArguments(va_list list, long a[6]) {
  for (int i = 0; i < 6; ++i) a[i] = va_arg(list, long);
}

// For code that is under control.
long Simulate(long number, const long* a, uintptr_t pc) {
  scheduler.Initialize();
  long result = 0;
  const Caller caller = {OperationKind::kAddressWait, true, pc};
  switch (number) {
    case SYS_futex:
      if (Futex(caller, a, &result)) return result;
      break;
    case SYS_gettid:
      return detsim_gettid();
    case SYS_getrandom:
      return GetRandom(a);
    case SYS_clock_gettime:
      return ClockGettime(a);
    case SYS_sched_yield:
      detsim_yield();
      return 0;
    default:
      break;
  }
  if (Escapes(number)) NoteEscape("syscall");
  return Kernel(number, a);
}

}  // namespace

extern "C" {

DETSIM_ABI long syscall(long number, ...) noexcept {
  long a[6];
  va_list list;
  va_start(list, number);
  ReadArguments(list, a);
  va_end(list);
  if (own_libs) return Simulate(number, a, DETSIM_CALLER);
  if (number != SYS_futex) return Kernel(number, a);
  scheduler.Initialize();
  long result = 0;
  const Caller caller = {OperationKind::kLibraryWait, false, DETSIM_CALLER};
  return Futex(caller, a, &result) ? result : Kernel(number, a);
}

DETSIM_ABI long detsim_syscall(long number, ...) noexcept {
  long a[6];
  va_list list;
  va_start(list, number);
  ReadArguments(list, a);
  va_end(list);
  return Simulate(number, a, DETSIM_CALLER);
}

// The main thread's is the process's; the others' are larger than any that
// Linux gives, and the same in every run.
DETSIM_ABI int detsim_gettid(void) noexcept {
  const Task* me = scheduler.current();
  return me == nullptr || me->index == 0
             ? static_cast<int>(RawSyscall(SYS_getpid))
             : static_cast<int>(0x400000 + me->index);
}

}  // extern "C"

}  // namespace detsim::runtime
