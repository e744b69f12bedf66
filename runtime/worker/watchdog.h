// Watches a child that performs runs, from outside: code that never reaches a
// decision cannot notice that itself.
#ifndef DETSIM_RUNTIME_WORKER_WATCHDOG_H_
#define DETSIM_RUNTIME_WORKER_WATCHDOG_H_

#include <sys/types.h>

#include <cstdint>

#include "runtime/sched/scheduler.h"

namespace detsim::runtime {

// Returns when child `pid` has ended: true if it did so by itself. It hangs,
// and is sent `hang_signal` (then killed, if that does not help), when between
// two decisions it has
//   - used `limit_ms` of processor time without writing to memory, or
//   - used kBusyFactor times as much in any case, or
//   - slept in the kernel for `limit_ms` of real time.
// Processor time, since on a busy machine a child that waits its turn does not
// hang. The child is not reaped.
bool WatchChild(pid_t pid, const VitalSigns& signs, uint64_t limit_ms,
                int hang_signal);

// Long computations are not rare in tests; loops that write for ever are.
inline constexpr uint64_t kBusyFactor = 12;

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_WATCHDOG_H_
