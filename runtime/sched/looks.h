// Recognises loops that wait for something by looking at it, for searches that
// would otherwise follow them for ever: a thread that has performed the same
// operation on the same object a few times, changed nothing meanwhile, and saw
// nothing changed that it looked at. Finer than the scheduler's own rule
// (CountStep), which lets a strategy wait a while before it believes.
#ifndef DETSIM_RUNTIME_SCHED_LOOKS_H_
#define DETSIM_RUNTIME_SCHED_LOOKS_H_

#include <cstdint>

#include "runtime/base/mapped_array.h"

namespace detsim::runtime {

class Looks {
 public:
  // After so many looks another one shows the same: one to see it, one that
  // finds it unchanged, and one for loops that give up at the third.
  static constexpr uint32_t kLooksMax = 3;
  // Threads past that are never taken to spin.
  static constexpr uint32_t kThreadsMax = 64;

  constexpr Looks() = default;
  void Map() { streaks_.Map(kThreadsMax); }
  void BeginRun();

  // `thread` has done so, and nothing came of it.
  void Add(uint32_t thread, uintptr_t pc, uintptr_t object);
  // `thread` has changed something: its loop, if any, makes progress.
  void Forget(uint32_t thread);
  // Somebody else has changed [address, address + size).
  void Changed(uint32_t by, uintptr_t address, uint64_t size);
  void ChangedAll();

  // Doing so would be one look too many.
  bool Spins(uint32_t thread, uintptr_t pc, uintptr_t object) const;

 private:
  struct Look {
    uintptr_t pc;
    uintptr_t object;
    uint32_t times;
  };
  // A loop that looks at more than this is a computation.
  static constexpr uint32_t kStreakMax = 16;
  struct Streak {
    Look looks[kStreakMax];
    uint32_t count;
    bool full;  // Never spins.
  };
  MappedArray<Streak> streaks_;
  uint32_t used_ = 0;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_LOOKS_H_
