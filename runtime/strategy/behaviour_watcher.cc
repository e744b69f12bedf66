#include "runtime/strategy/behaviour_watcher.h"

#include <algorithm>

#include "runtime/strategy/event_watcher.h"

namespace detsim::runtime {

constinit BehaviourWatcher behaviour_watcher;

void BehaviourWatcher::BeginRun(const Behaviour& known) {
  objects_.Map(kSlots);
  known_.Map(1);
  told_.Map(1);
  places_.Map(kProfileThreads);
  generation_.Map(1);
  ++generation_[0];
  known_[0] = known;
  told_[0] = {};
  std::fill_n(places_.data(), kProfileThreads, uint64_t{0});
}

BehaviourWatcher::Object* BehaviourWatcher::FindOrAdd(uint64_t address,
                                                      const Candidate& thread) {
  uint64_t home = address * 0x9e3779b97f4a7c15ull >> (64 - kSlotsLog);
  for (uint32_t i = 0; i < kProbes; ++i) {
    Object& object = objects_[(home + i) % kSlots];
    if (object.generation != generation_[0]) {
      object = {.address = address,
                .name = thread.pending.pc,
                .last_writer = 0,
                .last_thread = thread.key,
                .generation = generation_[0],
                .shared = false};
      return &object;
    }
    if (object.address == address) return &object;
  }
  return nullptr;
}

void BehaviourWatcher::Show(MarkKind kind, uint64_t what, uint64_t questions,
                            uint32_t choices) {
  RunBehaviour& told = told_[0];
  Mark mark = MarkOf(kind, what);
  if (told.all.Has(mark)) return;
  told.all.Add(mark);
  if (known_[0].Has(mark) || told.new_count == kNewMarksMax) return;
  told.new_marks[told.new_count++] = {
      .questions = questions, .mark = mark, .choices = choices};
}

void BehaviourWatcher::Performed(const Candidate& thread, uint64_t questions,
                                 uint32_t choices) {
  const PendingOperation& operation = thread.pending;
  uint64_t& place = places_[std::min(thread.index, kProfileThreads - 1)];
  Show(MarkKind::kEdge, HashMix(place) ^ operation.pc, questions, choices);
  place = operation.pc;
  if (operation.object == nullptr) return;
  Object* object =
      FindOrAdd(reinterpret_cast<uint64_t>(operation.object), thread);
  if (object == nullptr) return;
  if (object->last_thread != thread.key) {
    uint64_t threads = HashMix(object->last_thread) ^ thread.key;
    Show(MarkKind::kHandOff, HashMix(threads) ^ object->name, questions,
         choices);
    object->last_thread = thread.key;
    object->shared = true;
  }
  if (object->shared && Reads(operation)) {
    Show(MarkKind::kReadsFrom, PairPlace({operation.pc, object->last_writer}),
         questions, choices);
  }
  if (operation.writes) object->last_writer = operation.pc;
}

}  // namespace detsim::runtime
