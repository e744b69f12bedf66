#include "runtime/strategy/event_watcher.h"

#include <algorithm>
#include <iterator>

namespace detsim::runtime {

constinit EventWatcher event_watcher;

namespace {

// The last thread index stands for all that come after it.
uint32_t ThreadSlot(const Candidate& thread) {
  return std::min(thread.index, kProfileThreads - 1);
}

}  // namespace

void EventWatcher::Map() {
  slots_.Map(kSlots);
  objects_.Map(kSlots);
  observation_.Map(1);
  profile_.Map(1);
  births_.Map(kProfileThreads);
  last_generation_.Map(1);
}

void EventWatcher::BeginRun(const Profile& profile) {
  Map();
  objects_.clear();
  generation_ = ++last_generation_[0];
  std::fill_n(births_.data(), kProfileThreads, Birth{});
  profile_[0] = profile;
  events_ = 0;
  Observation& told = observation_[0];
  told.strategy = 0;
  told.constraints.count = 0;
  told.key_count = told.object_count = told.pair_count = 0;
  told.seen = told.contended = told.read_from = {};
}

const EventWatcher::Object* EventWatcher::Find(uint64_t address) const {
  uint32_t slot = Home(address);
  for (uint32_t i = 0; i < kProbes; ++i) {
    const Slot& found = slots_[(slot + i) % kSlots];
    if (found.generation != generation_) return nullptr;
    if (found.address == address) return &objects_[found.object];
  }
  return nullptr;
}

EventWatcher::Object* EventWatcher::FindOrAdd(uint64_t address) {
  uint32_t slot = Home(address);
  for (uint32_t i = 0; i < kProbes; ++i) {
    Slot& found = slots_[(slot + i) % kSlots];
    if (found.generation != generation_) {
      auto object = static_cast<uint32_t>(objects_.size());
      found = {address, generation_, object};
      objects_.push_back({.address = address});
      return &objects_[object];
    }
    if (found.address == address) return &objects_[found.object];
  }
  return nullptr;  // Crowded: this one is not followed.
}

void EventWatcher::NotePlace(Object* object, const PendingOperation& operation,
                             uint32_t thread) {
  Observation& told = observation_[0];
  Place* place = object->places;
  Place* end = place + object->place_count;
  while (place != end && place->pc != operation.pc) ++place;
  if (place == end) {
    if (object->place_count == kPlaces) {
      told.contended.Add(operation.pc);  // Nobody will know.
      return;
    }
    ++object->place_count;
    *place = {};
    place->pc = operation.pc;
  }
  place->threads |= 1u << thread;
  place->reads |= Reads(operation);
  place->writes |= operation.writes;
}

void EventWatcher::Performed(const Candidate& thread) {
  ++events_;
  Observation& told = observation_[0];
  const PendingOperation& operation = thread.pending;
  uint32_t slot = ThreadSlot(thread);
  if (slot >= told.key_count) {
    while (told.key_count <= slot) told.keys[told.key_count++] = 0;
  }
  told.keys[slot] = thread.key;
  births_[slot] = {std::min(thread.parent, kProfileThreads - 1),
                   static_cast<uint32_t>(thread.parent_operation)};
  if (operation.object == nullptr) return;
  told.seen.Add(operation.pc);
  Object* object = FindOrAdd(reinterpret_cast<uint64_t>(operation.object));
  if (object == nullptr) return;
  if (object->events[slot] != UINT16_MAX) ++object->events[slot];
  object->threads |= 1u << slot;
  object->last_operation[slot] = static_cast<uint32_t>(thread.operation);
  object->written |= operation.writes;
  NotePlace(object, operation, slot);
  if (object->contended) {
    told.contended.Add(operation.pc);
  } else if (object->written && IsConcurrent(*object, slot)) {
    object->contended = true;
    for (uint32_t i = 0; i < object->place_count; ++i) {
      told.contended.Add(object->places[i].pc);
    }
  }
  if (object->contended && Reads(operation)) {
    told.read_from.Add(PairPlace({operation.pc, object->last_writer}));
  }
  if (operation.writes) {
    object->last_writer = operation.pc;
    object->last_writer_thread = slot;
  }
}

bool EventWatcher::IsConcurrent(const Object& object, uint32_t thread) const {
  uint32_t others = object.threads & ~(1u << thread);
  // From parent to parent; main is its own.
  while (others != 0 && thread != 0) {
    const Birth& birth = births_[thread];
    if ((others >> birth.parent & 1) != 0) {
      if (object.last_operation[birth.parent] > birth.operation) return true;
      others &= ~(1u << birth.parent);
    }
    if (birth.parent >= thread) break;
    thread = birth.parent;
  }
  return others != 0;
}

uint64_t EventWatcher::LastWriter(const volatile void* address) const {
  const Object* object = Find(reinterpret_cast<uint64_t>(address));
  return object != nullptr ? object->last_writer : 0;
}

void EventWatcher::TellObject(const Object& object, Observation* out) const {
  if (out->object_count == kProfileObjects) return;
  SharedObject& told = out->objects[out->object_count++];
  told.address = object.address;
  std::copy(std::begin(object.events), std::end(object.events), told.events);
}

// Pairs of places that different threads were at.
void EventWatcher::TellPairs(const Object& object, Observation* out) const {
  const Place* end = object.places + object.place_count;
  for (const Place* read = object.places; read != end; ++read) {
    if (!read->reads) continue;
    for (const Place* write = object.places; write != end; ++write) {
      uint32_t threads = read->threads | write->threads;
      if (!write->writes || (threads & (threads - 1)) == 0) continue;
      if (out->pair_count == kProfilePairs) return;
      out->pairs[out->pair_count++] = {read->pc, write->pc};
    }
  }
}

Observation* EventWatcher::Finish() {
  Observation& told = observation_[0];
  const PlaceSet& known = profile().read_from;
  bool news = profile().runs < kRunsTold;
  for (uint64_t i = 0; i < std::size(told.read_from.words) && !news; ++i) {
    news = (told.read_from.words[i] & ~known.words[i]) != 0;
  }
  if (!news) return nullptr;
  told.events = events_;
  told.object_count = told.pair_count = 0;
  // Where there is no room for all, each run tells of others.
  auto count = static_cast<uint32_t>(objects_.size());
  uint32_t first = count > kProfileObjects
                       ? static_cast<uint32_t>(profile().runs * 16 % count)
                       : 0;
  for (uint32_t i = 0; i < count; ++i) {
    const Object& object = objects_[(first + i) % count];
    if (!object.contended) continue;
    TellObject(object, &told);
    TellPairs(object, &told);
  }
  return &told;
}

}  // namespace detsim::runtime
