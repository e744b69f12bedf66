// What a run depends on besides its choices and what was learnt (profile.h):
// limits and switches, stored in every artifact.
#ifndef DETSIM_RUNTIME_CHOICE_RUN_OPTIONS_H_
#define DETSIM_RUNTIME_CHOICE_RUN_OPTIONS_H_

#include <cstdint>

namespace detsim::runtime {

// Limits and switches of a run; all of them are part of what makes it
// repeatable, so an artifact stores them.
struct RunOptions {
  bool preempt_memory = true;           // --preempt=memory
  uint64_t steps_max = 100'000'000;     // --max_steps
  uint64_t stall_ns_max = 100'000'000;  // --max_stall, one time jump
  uint64_t quantum_steps = 20'000;      // then a yield is forced
  uint64_t livelock_steps = 1'000'000;  // without progress
  uint64_t hang_ms = 10'000;            // --hang_seconds, real time
  uint64_t memory_mb = 4096;            // --memory_mb, resident
  uint32_t hardware_concurrency = 4;

  friend bool operator==(const RunOptions&, const RunOptions&) = default;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_CHOICE_RUN_OPTIONS_H_
