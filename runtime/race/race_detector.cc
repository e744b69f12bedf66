// Threads and synchronisation; accesses are in race_accesses.cc.
#include "runtime/race/race_detector.h"

#include <algorithm>

namespace detsim::runtime {

constinit RaceDetector races;

namespace {

// More threads than can be alive at once, so that a slot need not be used again
// at once: what a thread does is taken for the work of the one before it.
constexpr uint32_t kFreshSlots = 256;
constexpr uint32_t kSlotsMax = 16384 + 2 * kFreshSlots;
constexpr size_t kObjectsMax = size_t{1} << 22;
constexpr size_t kSplitUnitsMax = size_t{1} << 21;
constexpr size_t kSharedReadsMax = size_t{1} << 21;

}  // namespace

void RaceDetector::Map() {
  shadow_.Map();
  arena_.Map();
  threads_.Map(kSlotsMax);
  thread_clocks_.Map(size_t{kSlotsMax} * kSlotsMax);
  free_slots_.Map(kSlotsMax);
  objects_.Map(kObjectsMax);
  split_units_.Map(kSplitUnitsMax);
  shared_reads_.Map(kSharedReadsMax);
  lasting_.Map(1);
}

void RaceDetector::BeginRun(bool enabled) {
  enabled_ = enabled;
  active_ = false;
  if (!enabled) return;
  const Lasting& lasting = lasting_[0];
  first_clock_ = lasting.clock;
  first_split_unit_ = lasting.split_units;
  first_shared_read_ = lasting.shared_reads;
  first_object_ = lasting.objects;
  arena_.Clear();
  threads_.clear();
  objects_.clear();
  split_units_.clear();
  shared_reads_.clear();
  free_begin_ = free_count_ = 0;
  threads_.resize(1);
  threads_[0].stamp = 0;
  current_ = StartThread(0, 0);
  live_ = 1;
}

// ---- Threads ----

// Rows hold what earlier runs have left in them. That is older than anything
// in this run, so it says nothing about it.
RaceDetector::Thread* RaceDetector::StartThread(uint32_t slot, uint32_t index) {
  Thread& thread = threads_[slot];
  Clock clock = std::max(first_clock_, ClockOf(thread.stamp));
  thread = {};
  thread.slot = slot;
  thread.index = index;
  thread.clocks = &thread_clocks_[size_t{slot} * kSlotsMax];
  thread.stamp = MakeStamp(clock, slot);
  Thread* before = current_;
  current_ = &thread;
  Tick();
  if (before != nullptr) current_ = before;
  return &thread;
}

uint32_t RaceDetector::TakeSlot() {
  if (free_count_ > 0 && threads_.size() >= kFreshSlots) {
    uint32_t slot = free_slots_[free_begin_];
    free_begin_ = (free_begin_ + 1) % kSlotsMax;
    --free_count_;
    return slot;
  }
  auto slot = static_cast<uint32_t>(threads_.size());
  threads_.resize(slot + 1);
  threads_[slot].stamp = 0;
  return slot;
}

uint32_t RaceDetector::ThreadStarts(uint32_t index) {
  if (!enabled_) return 0;
  uint32_t slot = TakeSlot();
  Thread* child = StartThread(slot, index);
  Clock own = child->clocks[slot];
  memcpy(child->clocks, current_->clocks, threads_.size() * sizeof(Clock));
  child->clocks[slot] = own;
  Tick();
  ++live_;
  active_ = !arena_.full();
  return slot;
}

void RaceDetector::ThreadEnds() {
  if (!enabled_) return;
  current_->ended = true;
  --live_;
}

void RaceDetector::ThreadJoined(uint32_t slot) {
  if (!enabled_) return;
  const Thread& ended = threads_[slot];
  for (size_t i = 0; i < threads_.size(); ++i) {
    current_->clocks[i] = std::max(current_->clocks[i], ended.clocks[i]);
  }
  RestIfAlone();
}

void RaceDetector::ThreadForgotten(uint32_t slot) {
  if (!enabled_) return;
  free_slots_[(free_begin_ + free_count_) % kSlotsMax] = slot;
  ++free_count_;
}

void RaceDetector::RestIfAlone() {
  if (!active_ || live_ != 1) return;
  for (const Thread& thread : threads_) {
    if (thread.ended && current_->clocks[thread.slot] < ClockOf(thread.stamp)) {
      return;
    }
  }
  active_ = false;
}

// ---- Synchronisation ----

void RaceDetector::Tick() {
  Clock clock = ClockOf(current_->stamp) + 1;
  current_->stamp = MakeStamp(clock, current_->slot);
  current_->clocks[current_->slot] = clock;
  Clock& latest = lasting_[0].clock;
  latest = std::max(latest, clock);
}

void RaceDetector::Join(const ClockSet& set) {
  for (uint32_t i = 0; i < set.size; ++i) {
    current_->clocks[i] = std::max(current_->clocks[i], set.values[i]);
  }
}

void RaceDetector::JoinOverlapping(uintptr_t address, size_t size,
                                   ClockSet* set) {
  uint32_t* head = shadow_.ObjectOf(address);
  Object* object = head != nullptr ? ObjectAt(*head) : nullptr;
  for (; object != nullptr; object = ObjectAt(object->next)) {
    if (object->address >= address + size ||
        address >= object->address + object->size) {
      continue;
    }
    if (set == nullptr) {
      Join(object->clocks);
    } else {
      arena_.Join(set, object->clocks.values, object->clocks.size);
    }
  }
}

// Made when it is not there; null, and nothing is watched any more, when there
// is no room.
RaceDetector::Object* RaceDetector::FindObject(uintptr_t address, size_t size) {
  uint32_t* head = shadow_.ObjectOf(address);
  if (head == nullptr) {
    GiveUp();
    return nullptr;
  }
  Object* object = ObjectAt(*head);
  for (; object != nullptr; object = ObjectAt(object->next)) {
    if (object->address == address && object->size == size) return object;
  }
  uint32_t& last = lasting_[0].objects;
  // The first number of a run is not given: 0 is none.
  uint32_t number = std::max(last, first_object_) + 1;
  if (number - first_object_ >= kObjectsMax || number == ~uint32_t{0}) {
    GiveUp();
    return nullptr;
  }
  last = number;
  objects_.resize(number - first_object_ + 1);
  object = &objects_[number - first_object_];
  *object = {};
  object->address = address;
  object->size = static_cast<uint32_t>(size);
  object->next = ObjectAt(*head) != nullptr ? *head : 0;
  object->releaser = kSharedSlot;  // Nobody's.
  *head = number;
  return object;
}

void RaceDetector::AcquireSlowly(uintptr_t address) {
  JoinOverlapping(address, 1, nullptr);
}

void RaceDetector::ReleaseSlowly(uintptr_t address) {
  Object* object = FindObject(address, 1);
  if (object == nullptr) return;
  arena_.Join(&object->clocks, current_->clocks,
              static_cast<uint32_t>(threads_.size()));
  Tick();
  if (arena_.full()) GiveUp();
}

void RaceDetector::AtomicLoad(uintptr_t address, size_t size,
                              MemoryOrder order) {
  JoinOverlapping(address, size,
                  Acquires(order) ? nullptr : &current_->acquired);
  if (arena_.full()) GiveUp();
}

void RaceDetector::AtomicStore(uintptr_t address, size_t size,
                               MemoryOrder order) {
  Object* object = active_ ? FindObject(address, size) : nullptr;
  if (object == nullptr) return;
  auto count = static_cast<uint32_t>(threads_.size());
  // Before C++20 a thread's own relaxed store goes on with the release sequence
  // that its release store began; that of another thread always ends it.
  if (object->releaser != current_->slot) object->clocks.size = 0;
  object->releaser = current_->slot;
  if (Releases(order)) {
    arena_.Assign(&object->clocks, current_->clocks, count);
    Tick();
  } else if (current_->released.size != 0) {
    arena_.Join(&object->clocks, current_->released.values,
                current_->released.size);
  }
  if (arena_.full()) GiveUp();
}

void RaceDetector::AtomicModify(uintptr_t address, size_t size,
                                MemoryOrder order) {
  Object* object = active_ ? FindObject(address, size) : nullptr;
  if (object == nullptr) return;
  // Whatever its order, it goes on with the release sequence.
  if (Releases(order)) {
    arena_.Join(&object->clocks, current_->clocks,
                static_cast<uint32_t>(threads_.size()));
    Tick();
  } else if (current_->released.size != 0) {
    arena_.Join(&object->clocks, current_->released.values,
                current_->released.size);
  }
  if (arena_.full()) GiveUp();
}

void RaceDetector::Fence(MemoryOrder order) {
  if (Acquires(order)) Join(current_->acquired);
  if (!Releases(order)) return;
  arena_.Assign(&current_->released, current_->clocks,
                static_cast<uint32_t>(threads_.size()));
  Tick();
  if (arena_.full()) GiveUp();
}

}  // namespace detsim::runtime
