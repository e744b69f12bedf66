// Follows the events of a run, whoever draws it, and marks what it does
// (choice/behaviour.h). One instance. Objects are followed by address and named
// by the place that touched them first, so that where the allocator puts them
// makes no difference; an address that is reused in a run is taken for one
// object.
#ifndef DETSIM_RUNTIME_STRATEGY_BEHAVIOUR_WATCHER_H_
#define DETSIM_RUNTIME_STRATEGY_BEHAVIOUR_WATCHER_H_

#include <cstdint>

#include "runtime/base/mapped_array.h"
#include "runtime/choice/behaviour.h"
#include "runtime/choice/choice_source.h"

namespace detsim::runtime {

class BehaviourWatcher {
 public:
  constexpr BehaviourWatcher() = default;

  // Maps memory when called first, which must be before the first run.
  void BeginRun(const Behaviour& known);

  // `thread` performs its pending operation, after `questions` and `choices`
  // as in NewMark.
  void Performed(const Candidate& thread, uint64_t questions, uint32_t choices);

  // What the run has shown so far.
  RunBehaviour& told() { return told_[0]; }

 private:
  static constexpr uint32_t kSlotsLog = 12;
  static constexpr uint32_t kSlots = 1u << kSlotsLog;
  static constexpr uint32_t kProbes = 16;

  struct Object {
    uint64_t address;
    uint64_t name;         // The place that touched it first.
    uint64_t last_writer;  // A place; 0 if nobody has written.
    ThreadKey last_thread;
    uint32_t generation;  // Of the run that it was seen in.
    bool shared;          // By threads.
  };

  // Null where the table is crowded: that object is not followed.
  Object* FindOrAdd(uint64_t address, const Candidate& thread);
  void Show(MarkKind kind, uint64_t what, uint64_t questions, uint32_t choices);

  MappedArray<Object> objects_;  // A hash table.
  MappedArray<Behaviour> known_;
  MappedArray<RunBehaviour> told_;
  // The latest place of each thread; the last one stands for all after it.
  MappedArray<uint64_t> places_;
  // Of the latest run. Beside the objects, since what is static may be put back
  // between runs, and they are not: a number must not come twice.
  MappedArray<uint32_t> generation_;
};

extern BehaviourWatcher behaviour_watcher;

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_STRATEGY_BEHAVIOUR_WATCHER_H_
