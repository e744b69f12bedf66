#include "runtime/sched/looks.h"

namespace detsim::runtime {

// What is static may have been put back since the last run, and the streaks are
// not: Add() forgets those of a thread that is new.
void Looks::BeginRun() { used_ = 0; }

void Looks::Add(uint32_t thread, uintptr_t pc, uintptr_t object) {
  if (thread >= kThreadsMax) return;
  while (used_ <= thread) Forget(used_++);
  Streak& streak = streaks_[thread];
  for (uint32_t i = 0; i < streak.count; ++i) {
    Look& look = streak.looks[i];
    if (look.pc == pc && look.object == object) {
      ++look.times;
      return;
    }
  }
  if (streak.count == kStreakMax) {
    streak.full = true;
    return;
  }
  streak.looks[streak.count++] = {pc, object, 1};
}

void Looks::Forget(uint32_t thread) {
  if (thread >= kThreadsMax) return;
  streaks_[thread].count = 0;
  streaks_[thread].full = false;
}

void Looks::Changed(uint32_t by, uintptr_t address, uint64_t size) {
  for (uint32_t thread = 0; thread < used_; ++thread) {
    if (thread == by) continue;
    const Streak& streak = streaks_[thread];
    for (uint32_t i = 0; i < streak.count; ++i) {
      // An object's size is not known: its first byte stands for it.
      if (streak.looks[i].object - address < size) {
        Forget(thread);
        break;
      }
    }
  }
}

void Looks::ChangedAll() {
  for (uint32_t thread = 0; thread < used_; ++thread) Forget(thread);
}

bool Looks::Spins(uint32_t thread, uintptr_t pc, uintptr_t object) const {
  if (thread >= used_) return false;
  const Streak& streak = streaks_[thread];
  if (streak.full) return false;
  for (uint32_t i = 0; i < streak.count; ++i) {
    const Look& look = streak.looks[i];
    if (look.pc == pc && look.object == object) return look.times >= kLooksMax;
  }
  return false;
}

}  // namespace detsim::runtime
