// One word that says who accessed some bytes, and when: the epoch of FastTrack
// (Flanagan and Freund, PLDI 2009) with the bytes of an 8-byte unit that it
// speaks of, and whether the access was atomic.
#ifndef DETSIM_RUNTIME_RACE_STAMP_H_
#define DETSIM_RUNTIME_RACE_STAMP_H_

#include <cstdint>

namespace detsim::runtime {

// Counts a thread's releases. Never repeats within a process, so that whatever
// an earlier run has left behind is known to be old.
using Clock = uint64_t;

// From the lowest bit: 8 of bytes, 16 of slot, 1 for atomic, 39 of clock. 0 is
// no access.
using Stamp = uint64_t;

inline constexpr int kStampSlotShift = 8;
inline constexpr int kStampClockShift = 25;
inline constexpr Stamp kStampBytes = 0xff;
inline constexpr Stamp kStampAtomic = Stamp{1} << 24;

// Threads have slots below these. The clock of such a stamp is the number of a
// record instead.
inline constexpr uint32_t kSplitSlot = 0xfffe;   // Each byte on its own.
inline constexpr uint32_t kSharedSlot = 0xffff;  // Readers in parallel.

constexpr Stamp MakeStamp(Clock clock, uint32_t slot) {
  return clock << kStampClockShift | Stamp{slot} << kStampSlotShift;
}
constexpr Clock ClockOf(Stamp stamp) { return stamp >> kStampClockShift; }
constexpr uint32_t SlotOf(Stamp stamp) {
  return (stamp >> kStampSlotShift) & 0xffff;
}
constexpr Stamp BytesOf(Stamp stamp) { return stamp & kStampBytes; }
constexpr bool IsAtomic(Stamp stamp) { return (stamp & kStampAtomic) != 0; }
// Same thread, same clock, same kind.
constexpr bool SameEpoch(Stamp a, Stamp b) {
  return (a ^ b) >> kStampSlotShift == 0;
}

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_RACE_STAMP_H_
