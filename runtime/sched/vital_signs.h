// What a watching process can tell of a run from outside.
#ifndef DETSIM_RUNTIME_SCHED_VITAL_SIGNS_H_
#define DETSIM_RUNTIME_SCHED_VITAL_SIGNS_H_

#include <cstdint>

namespace detsim::runtime {

enum class StopReason : uint32_t { kNone = 0, kHangs, kMemory };

struct VitalSigns {
  volatile uint64_t decisions = 0;  // Moves as long as they are reached.
  volatile uint64_t progress = 0;   // Moves as long as memory is written.
  // Why the watching process has sent its signal.
  volatile StopReason stop = StopReason::kNone;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_VITAL_SIGNS_H_
