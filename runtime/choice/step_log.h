// What a systematic search must know of a run: its steps in order, who else
// could have been picked at each, and what each did to which object. A step is
// what one thread does from one decision to the next, also where there was
// nothing to decide. Two steps whose touches do not conflict commute.
//
// The scheduler writes it when a run follows a script (guided.cc); searches
// (explore/) read it on the other side of a process boundary.
#ifndef DETSIM_RUNTIME_CHOICE_STEP_LOG_H_
#define DETSIM_RUNTIME_CHOICE_STEP_LOG_H_

#include <cstdint>

#include "runtime/base/mapped_array.h"
#include "runtime/choice/choice.h"

namespace detsim::runtime {

// How a step uses an object.
enum class TouchMode : uint8_t {
  kRead = 0,
  kWrite = 1,          // Also anything whose order matters in another way.
  kAcquire = 2,        // Of a lock: possible only while nobody holds it.
  kAcquireShared = 3,  // ... while nobody holds it alone.
  kTryAcquire = 4,     // Has succeeded; would have been possible, and failed.
  kRelease = 5,
  kReleaseShared = 6,
  kSignal = 7,  // What an await waits for; happens once.
  kAwait = 8,
};

struct Touch {
  uint64_t address = 0;
  uint32_t size = 1;  // Bytes.
  TouchMode mode = TouchMode::kRead;

  friend bool operator==(const Touch&, const Touch&) = default;
};

// The order of the two matters, to themselves or to what comes after.
constexpr bool Conflict(TouchMode a, TouchMode b) {
  using enum TouchMode;
  // Each mode and those it conflicts with.
  constexpr auto bit = [](TouchMode mode) {
    return 1u << static_cast<unsigned>(mode);
  };
  constexpr unsigned kAll = (1u << 9) - 1;
  constexpr unsigned kConflicts[] = {
      kAll & ~bit(kRead) & ~bit(kAwait),                   // kRead
      kAll,                                                // kWrite
      kAll,                                                // kAcquire
      kAll & ~bit(kAcquireShared) & ~bit(kReleaseShared),  // kAcquireShared
      kAll,                                                // kTryAcquire
      kAll,                                                // kRelease
      kAll & ~bit(kAcquireShared) & ~bit(kReleaseShared),  // kReleaseShared
      kAll,                                                // kSignal
      kAll & ~bit(kRead) & ~bit(kAwait),                   // kAwait
  };
  return (kConflicts[static_cast<unsigned>(a)] & bit(b)) != 0;
}

// Given that they conflict: the later one could have come first. What a lock's
// holder has to do before another one gets it is no choice.
constexpr bool Reversible(TouchMode earlier, TouchMode later) {
  using enum TouchMode;
  bool takes = later == kAcquire || later == kAcquireShared;
  bool frees = earlier == kRelease || earlier == kReleaseShared;
  return !(takes && frees) && !(earlier == kSignal && later == kAwait);
}

constexpr bool Conflict(const Touch& a, const Touch& b) {
  return a.address < b.address + b.size && b.address < a.address + a.size &&
         Conflict(a.mode, b.mode);
}

// A thread that need not be picked, because the search has seen what follows,
// until a step conflicts with one of its touches (a sleep set; Godefroid,
// 1996).
struct SleepingTouch {
  ThreadKey thread = 0;
  Touch touch;
};
static_assert(sizeof(SleepingTouch) == 24, "Crosses process boundaries as is.");

struct StepEntry {
  enum Type : uint8_t {
    kStep = 0,    // Begins a step: `thread` was picked.
    kOption = 1,  // `thread` could have been picked as well.
    kTouch = 2,   // word: address; sub: size; detail: mode.
    kWake = 3,    // `thread` can go on because of it; new ones as well.
    kBlock = 4,   // The step ended there; detail 1: what it wanted to do is
                  // tried again, nothing has happened.
    kValue = 5,   // A choice that is not about threads: its key, with `other`
                  // for the thread; word: its value; thread: of how many.
    kTime = 6,    // Time passed because nobody could run.
    kPending =
        7  // At the end of the run `thread` was about to touch: as above.
  };
  // Of a kStep's or kOption's detail: the thread looks in vain (sched/looks.h);
  // the choice is not 0.
  static constexpr uint8_t kSpins = 1;
  static constexpr uint8_t kUnusual = 2;

  uint64_t word = 0;       // kStep: a hash of all that came before it.
  uint64_t operation = 0;  // Of a kValue's key.
  uint32_t thread = 0;     // By order of creation.
  uint32_t other = 0;
  uint32_t sub = 0;  // Of a kValue's key.
  Type type = kStep;
  Stream stream = Stream::kSchedule;  // Of the choice.
  uint8_t detail = 0;
  uint8_t unused = 0;
};
static_assert(sizeof(StepEntry) == 32, "Crosses process boundaries as is.");

// Entries of one run. In the target; no decision is taken here.
class StepLog {
 public:
  static constexpr uint64_t kEntriesMax = 1 << 20;

  constexpr StepLog() = default;
  void Map() { entries_.Map(kEntriesMax); }
  // `first_kept`: steps before that one are counted, not kept.
  void Begin(uint64_t first_kept) {
    entries_.clear();
    steps_ = 0;
    touches_hash_ = 0;
    first_kept_ = first_kept;
    on_ = true;
    complete_ = true;
  }
  void End() { on_ = false; }

  bool on() const { return on_; }
  // False: there were more entries than there is room for.
  bool complete() const { return complete_; }
  uint64_t steps() const { return steps_; }
  bool keeps() const { return steps_ > first_kept_; }

  void BeginStep(const StepEntry& step) {
    ++steps_;
    StepEntry entry = step;
    // Addresses are not in a trace hash, but touches are compared by them.
    entry.word = step.word ^ touches_hash_;
    Add(entry);
  }
  void Add(const StepEntry& entry) {
    if (entry.type == StepEntry::kTouch) {
      touches_hash_ = (touches_hash_ ^ entry.word) * 0x9fb21c651e98df25ull;
    }
    if (keeps() && !entries_.push_back(entry)) complete_ = false;
  }
  MappedArray<StepEntry>& entries() { return entries_; }
  const MappedArray<StepEntry>& entries() const { return entries_; }

 private:
  MappedArray<StepEntry> entries_;
  uint64_t steps_ = 0;
  uint64_t first_kept_ = 0;
  uint64_t touches_hash_ = 0;
  bool on_ = false;
  bool complete_ = true;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_CHOICE_STEP_LOG_H_
