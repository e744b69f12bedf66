// Finds data races: two accesses of one byte, at least one a write and at most
// one atomic, that nothing orders. Vector clocks by FastTrack (Flanagan and
// Freund, PLDI 2009); the orders of atomics and fences as in C++20
// [intro.races], [atomics.fences].
//
// We differ from FastTrack in this: a unit of 8 bytes has one record until
// parts of it are accessed at different times, then one for each byte. A run
// in which the memory for clocks ends is watched no further.
//
// The scheduler says which thread runs, starts and ends; locks and everything
// like them call Acquire() and Release(); the instrumentation hooks report
// accesses and atomic operations. Knows no scheduler and decides nothing.
#ifndef DETSIM_RUNTIME_RACE_RACE_DETECTOR_H_
#define DETSIM_RUNTIME_RACE_RACE_DETECTOR_H_

#include <cstddef>
#include <cstdint>

#include "runtime/base/mapped_array.h"
#include "runtime/race/clock_set.h"
#include "runtime/race/race_shadow.h"
#include "runtime/race/stamp.h"

namespace detsim::runtime {

// As the instrumentation passes it.
enum class MemoryOrder : int {
  kRelaxed = 0,
  kConsume = 1,
  kAcquire = 2,
  kRelease = 3,
  kAcquireRelease = 4,
  kSequential = 5
};

constexpr bool Acquires(MemoryOrder order) {
  return order != MemoryOrder::kRelaxed && order != MemoryOrder::kRelease;
}
constexpr bool Releases(MemoryOrder order) {
  return order >= MemoryOrder::kRelease;
}

// One access of the program.
struct Access {
  uintptr_t address = 0;
  size_t size = 0;
  uint64_t pc = 0;  // Its return address.
  bool is_write = false;
  bool is_atomic = false;
};

// The access that a race was found with: it came before.
struct OtherAccess {
  uintptr_t address = 0;  // Of the first byte that both access.
  uint64_t pc = 0;
  uint32_t thread = 0;
  bool is_write = false;
  bool is_atomic = false;
};

class RaceDetector {
 public:
  constexpr RaceDetector() = default;

  // Maps memory. Idempotent.
  void Map();

  // ---- A run ----

  // Forgets everything; thread 0, main, runs. Nothing is watched before a
  // second thread is there.
  void BeginRun(bool enabled);
  void EndRun() { enabled_ = active_ = false; }
  // This run is one that is watched.
  bool enabled() const { return enabled_; }
  // Accesses count at this moment.
  bool active() const { return active_; }

  // ---- Threads ----

  // The running thread starts thread number `index`. Returns its slot.
  uint32_t ThreadStarts(uint32_t index);
  // The running one; nothing more is to come from it.
  void ThreadEnds();
  // The running thread has seen the end of the thread in `slot`.
  void ThreadJoined(uint32_t slot);
  // Nobody will ask about the thread in `slot` any more.
  void ThreadForgotten(uint32_t slot);
  void Switch(uint32_t slot) { current_ = &threads_[slot]; }
  // The running thread is the only one, and knows all that the others did: of
  // what it does now nothing can race with anything later.
  void RestIfAlone();

  // ---- Synchronisation, by the running thread ----

  // What happened before any Release() of `object` happens before what follows.
  void Acquire(const volatile void* object) {
    if (active_) AcquireSlowly(reinterpret_cast<uintptr_t>(object));
  }
  void Release(const volatile void* object) {
    if (active_) ReleaseSlowly(reinterpret_cast<uintptr_t>(object));
  }

  void AtomicLoad(uintptr_t address, size_t size, MemoryOrder order);
  void AtomicStore(uintptr_t address, size_t size, MemoryOrder order);
  // The store of a read-modify-write operation, after its AtomicLoad().
  void AtomicModify(uintptr_t address, size_t size, MemoryOrder order);
  void Fence(MemoryOrder order);

  // ---- Memory ----

  // The running thread has said of the unit that these bytes are in that it
  // reads (or writes) all of it, in the same epoch: one more time changes
  // nothing. False when they are in two units. Little code, since most accesses
  // end here.
  // REQUIRES: active() has been true in this run.
  __attribute__((always_inline)) bool KnowsUnit(uintptr_t address, size_t size,
                                                bool is_write) const {
    if (address % kUnitBytes + size > kUnitBytes) return false;
    const AccessCell* cell = shadow_.KnownCellOf(address);
    if (cell == nullptr) return false;
    const Stamp mine = current_->stamp | kStampBytes;
    return cell->write == mine || (!is_write && cell->read == mine);
  }
  // Right before the running thread performs `access`. True when it races with
  // an earlier one, which is `other` then.
  bool Look(const Access& access, OtherAccess* other);

  // The memory is given back, or in use for something new.
  void Forget(uintptr_t address, size_t size) {
    if (enabled_) shadow_.Clear(address, size);
  }

 private:
  struct Thread {
    Stamp stamp = 0;          // Of its accesses at this moment.
    Clock* clocks = nullptr;  // What it knows, by slot.
    uint32_t slot = 0;
    uint32_t index = 0;
    bool ended = false;
    ClockSet released;  // At its last release fence.
    ClockSet acquired;  // By loads that an acquire fence may follow.
  };
  // A lock, an atomic, ...
  struct Object {
    uintptr_t address = 0;
    uint32_t size = 0;
    uint32_t next = 0;      // In the same unit.
    uint32_t releaser = 0;  // The slot that stored last.
    ClockSet clocks;
  };
  struct SplitUnit {
    AccessCell cells[kUnitBytes];
    AccessPlaces places[kUnitBytes];
  };
  struct SharedRead {
    Clock* clocks;  // By slot.
    uint64_t* places;
    uint32_t size;
  };
  // What outlives the runs of a process, so that numbers are never used again.
  struct Lasting {
    Clock clock;
    uint64_t split_units;
    uint64_t shared_reads;
    uint32_t objects;
  };
  // A piece of an access: within one unit, or one byte of one that is split.
  struct Piece {
    AccessCell* cell;
    AccessPlaces* places;
    Stamp bytes;
    const Access* access;
    OtherAccess* other;  // Not yet found: its pc is 0.
    uintptr_t address;   // Of the unit or byte.
  };

  void AcquireSlowly(uintptr_t address);
  void ReleaseSlowly(uintptr_t address);
  void Join(const ClockSet& set);
  void Tick();
  Thread* StartThread(uint32_t slot, uint32_t index);
  uint32_t TakeSlot();
  Object* FindObject(uintptr_t address, size_t size);
  Object* ObjectAt(uint32_t number) {
    return number <= first_object_ ? nullptr
                                   : &objects_[number - first_object_];
  }
  void JoinOverlapping(uintptr_t address, size_t size, ClockSet* set);
  void GiveUp() { active_ = false; }

  bool Covers(const Access& access, Stamp bytes, const AccessCell& cell) const;
  bool Ordered(Stamp stamp) const;
  bool Lasts(Stamp stamp) const { return ClockOf(stamp) > first_clock_; }
  SplitUnit* Split(Stamp stamp);
  SharedRead* Shared(Stamp stamp);
  void LookAtUnit(const Piece& piece);
  void LookAtPiece(const Piece& piece);
  void Write(const Piece& piece, Stamp mine);
  void Read(const Piece& piece, Stamp mine);
  void FindConflicts(const Piece& piece);
  void FindReaders(const Piece& piece);
  void Found(const Piece& piece, Stamp other, uint64_t pc, bool is_write);
  void LookAtBytes(const Piece& piece, SplitUnit* unit);
  SplitUnit* SplitNow(const Piece& piece);
  Stamp ShareRead(Stamp read, uint64_t place);
  Stamp CopyShared(Stamp read);
  bool GrowShared(SharedRead* shared, uint32_t slot);

  Thread* current_ = nullptr;
  bool active_ = false;
  bool enabled_ = false;
  Clock first_clock_ = 0;  // Older ones are of earlier runs.
  uint64_t first_split_unit_ = 0;
  uint64_t first_shared_read_ = 0;
  uint32_t first_object_ = 0;
  uint32_t live_ = 0;  // Threads that have not ended.
  RaceShadow shadow_;
  ClockArena arena_;
  MappedArray<Thread> threads_;       // By slot.
  MappedArray<Clock> thread_clocks_;  // A row for each slot.
  MappedArray<uint32_t> free_slots_;  // A ring.
  uint32_t free_begin_ = 0;
  uint32_t free_count_ = 0;
  MappedArray<Object> objects_;
  MappedArray<SplitUnit> split_units_;
  MappedArray<SharedRead> shared_reads_;
  MappedArray<Lasting> lasting_;
};

extern __attribute__((visibility("hidden"))) RaceDetector races;

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_RACE_RACE_DETECTOR_H_
