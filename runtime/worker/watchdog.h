// Watches a child that performs runs, from outside: code that never reaches a
// decision cannot notice that itself.
#ifndef DETSIM_RUNTIME_WORKER_WATCHDOG_H_
#define DETSIM_RUNTIME_WORKER_WATCHDOG_H_

#include <sys/types.h>

#include <cstdint>

#include "runtime/sched/scheduler.h"

namespace detsim::runtime {

struct WatchLimits {
  uint64_t hang_ms = 0;
  uint64_t memory_mb = 0;
  int signal = 0;
};

// Returns when child `pid` has ended: true if it had to be killed. Not reaped.
// It is sent `limits.signal`, with the reason in `signs`, and killed if that
// does not help, when it has more than `memory_mb` MiB resident, has been
// stopped, or hangs. It hangs when between two decisions it has
//   - used `hang_ms` of processor time without writing to memory, or
//   - used kBusyFactor times as much in any case, or
//   - slept in the kernel for `hang_ms` of real time.
// Processor time, since on a busy machine a child that waits its turn does not
// hang.
bool WatchChild(pid_t pid, VitalSigns* signs, const WatchLimits& limits);

// Long computations are not rare in tests; loops that write for ever are.
inline constexpr uint64_t kBusyFactor = 12;

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_WATCHDOG_H_
