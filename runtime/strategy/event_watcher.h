// Follows the events of a run for strategies that look at all of them: who
// touches what, which write each read reads from, what several threads share.
// One instance, used by whichever strategy is on. Looks at addresses, so what
// it learns holds for the binary alone; an address that is reused in a run is
// taken for one object.
#ifndef DETSIM_RUNTIME_STRATEGY_EVENT_WATCHER_H_
#define DETSIM_RUNTIME_STRATEGY_EVENT_WATCHER_H_

#include <cstdint>

#include "runtime/base/mapped_array.h"
#include "runtime/choice/choice_source.h"

namespace detsim::runtime {

// Operations that look at their object before they change it, if they do.
constexpr bool Reads(const PendingOperation& operation) {
  return operation.kind == OperationKind::kAccess
             ? !operation.writes
             : operation.kind != OperationKind::kAtomicStore;
}

class EventWatcher {
 public:
  constexpr EventWatcher() = default;

  // Before the first run. Idempotent.
  void Map();
  void BeginRun(const Profile& profile);

  // What BeginRun() was given.
  const Profile& profile() const { return profile_[0]; }

  // `thread` performs its pending operation.
  void Performed(const Candidate& thread);

  // Performed in this run.
  uint64_t events() const { return events_; }

  // The place of the latest event that changed `object`; 0 if nothing has
  // since the run began.
  uint64_t LastWriter(const volatile void* object) const;

  // What the run has shown so far, with `strategy` and `constraints` to be
  // filled in; null if it is nothing that the profile does not know.
  Observation* Finish();

 private:
  static constexpr uint32_t kPlaces = 8;  // Remembered of an object.
  static constexpr uint32_t kSlotsLog = 12;
  static constexpr uint32_t kSlots = 1u << kSlotsLog;
  static constexpr uint32_t kProbes = 16;
  // Runs that are told in full; later ones only if they show something new.
  static constexpr uint64_t kRunsTold = 64;

  struct Place {
    uint64_t pc;
    uint32_t threads;  // A bit each.
    bool reads;
    bool writes;
  };
  // Where an address is looked up. Small, and the objects lie together, so
  // that those of a run stay in the cache.
  struct Slot {
    uint64_t address;
    uint32_t generation;  // Of the run that it was seen in.
    uint32_t object;
  };
  struct Object {
    uint64_t address;
    uint32_t threads;
    uint64_t last_writer;
    uint32_t last_writer_thread;
    uint8_t place_count;
    bool written;
    bool contended;
    uint16_t events[kProfileThreads];
    uint32_t last_operation[kProfileThreads];  // Of each thread's events.
    Place places[kPlaces];
  };

  static uint32_t Home(uint64_t address) {
    return static_cast<uint32_t>(address * 0x9e3779b97f4a7c15ull >>
                                 (64 - kSlotsLog));
  }
  // Who started a thread, and when.
  struct Birth {
    uint32_t parent;
    uint32_t operation;
  };

  const Object* Find(uint64_t address) const;
  // Another thread may touch `object` at the same time as `thread`: that which
  // it did before it started `thread`, or an ancestor, does not count.
  bool IsConcurrent(const Object& object, uint32_t thread) const;
  Object* FindOrAdd(uint64_t address);
  void NotePlace(Object* object, const PendingOperation& operation,
                 uint32_t thread);
  void TellObject(const Object& object, Observation* out) const;
  void TellPairs(const Object& object, Observation* out) const;

  MappedArray<Slot> slots_;      // A hash table.
  MappedArray<Object> objects_;  // Of this run, oldest first.
  MappedArray<Observation> observation_;
  MappedArray<Profile> profile_;
  MappedArray<Birth> births_;
  // Of the latest run. Beside the objects, since what is static may be put back
  // between runs, and they are not: a number must not come twice.
  MappedArray<uint32_t> last_generation_;
  uint64_t events_ = 0;
  uint32_t generation_ = 0;
};

extern EventWatcher event_watcher;

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_STRATEGY_EVENT_WATCHER_H_
