// The data races of a run: feeds accesses to the detector and keeps what it
// finds, once for each pair of places, with the stack of the later access. Of
// the earlier one only the place is known. But a run can be repeated: told
// which places to watch, it keeps the stack of the earlier one too.
#ifndef DETSIM_RUNTIME_SCHED_RACE_REPORTS_H_
#define DETSIM_RUNTIME_SCHED_RACE_REPORTS_H_

#include <cstdint>

#include "runtime/race/race_detector.h"
#include "runtime/sched/backtrace.h"
#include "runtime/trace/run_result.h"

namespace detsim::runtime {

inline constexpr uint32_t kRacesMax = 64;  // Different ones, in a run.

// The stacks of some accesses are wanted (ForgetRaces()).
extern __attribute__((visibility("hidden"))) bool races_watch_places;

struct RaceAccess {
  uint64_t pc = 0;
  uint32_t thread = 0;
  bool is_write = false;
  bool is_atomic = false;
  Backtrace stack;  // Empty when it is not known.
};

struct Race {
  uintptr_t address = 0;
  uint32_t size = 0;      // Of the later access.
  int32_t stack_of = -1;  // The thread whose stack it is on.
  RaceAccess later;
  RaceAccess earlier;
};

// Maps memory. Idempotent.
void PrepareRaces();
// At the start of a run.
void ForgetRaces(const RaceWatch* watches, uint64_t watch_count);

// Right before the running thread performs `access`.
void NoteAccess(const Access& access);
// An atomic load, store or both, right before it is performed.
void NoteAtomicLoad(const Access& access, MemoryOrder order);
void NoteAtomicStore(const Access& access, MemoryOrder order);
void NoteAtomicModification(const Access& access, MemoryOrder order);

// The running thread gives its stack back.
void ForgetStack();

const Race* Races(uint32_t* count);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_RACE_REPORTS_H_
