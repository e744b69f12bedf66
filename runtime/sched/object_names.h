// Ordinals for the objects of a run (mutexes, atomics, ...), by order of first
// use. Traces and hashes speak of ordinals, never of addresses.
#ifndef DETSIM_RUNTIME_SCHED_OBJECT_NAMES_H_
#define DETSIM_RUNTIME_SCHED_OBJECT_NAMES_H_

#include <cstdint>

#include "runtime/base/mapped_array.h"

namespace detsim::runtime {

// Open addressing; entries of earlier runs are stale by their epoch, so a run
// starts without clearing. Past kObjectsMax objects, 0 is given to new ones.
class ObjectNames {
 public:
  constexpr ObjectNames() = default;

  void Map() {
    entries_.Map(kEntries + 1);
    addresses_.Map(kObjectsMax);
  }
  void BeginRun() {
    // Counted beside the entries: static data may be put back between runs,
    // and an epoch that repeats would bring old entries back to life.
    epoch_ = ++entries_[kEntries].epoch;
    count_ = 0;
    addresses_.clear();
  }

  // From 1; 0 for null. Constant time.
  uint32_t Ordinal(const volatile void* object) {
    auto address = reinterpret_cast<uintptr_t>(object);
    if (address == 0) return 0;
    uint64_t index = address * 0x9e3779b97f4a7c15ull >> (64 - kEntriesLog2);
    for (;;) {
      Entry& entry = entries_[index];
      if (entry.epoch != epoch_) return Insert(entry, address);
      if (entry.address == address) return entry.ordinal;
      index = (index + 1) & (kEntries - 1);
    }
  }

  // Where each object was, by ordinal from 1.
  const MappedArray<uint64_t>& addresses() const { return addresses_; }

  // The object dies: whatever lives at its address next is another one.
  void Forget(const volatile void* object);

 private:
  struct Entry {
    uintptr_t address;
    uint32_t epoch;
    uint32_t ordinal;
  };
  static constexpr int kEntriesLog2 = 20;
  static constexpr uint64_t kEntries = uint64_t{1} << kEntriesLog2;
  static constexpr uint32_t kObjectsMax = kEntries / 2;

  uint32_t Insert(Entry& entry, uintptr_t address) {
    if (count_ == kObjectsMax) return 0;
    entry = {address, epoch_, ++count_};
    addresses_.push_back(address);
    return count_;
  }

  MappedArray<Entry> entries_;
  MappedArray<uint64_t> addresses_;
  uint32_t epoch_ = 0;
  uint32_t count_ = 0;
};

inline void ObjectNames::Forget(const volatile void* object) {
  if (epoch_ == 0 || count_ == kObjectsMax) return;
  auto address = reinterpret_cast<uintptr_t>(object);
  uint64_t index = address * 0x9e3779b97f4a7c15ull >> (64 - kEntriesLog2);
  for (;; index = (index + 1) & (kEntries - 1)) {
    Entry& entry = entries_[index];
    if (entry.epoch != epoch_) return;
    if (entry.address == address) break;
  }
  // The slot keeps its place in the probe chain under a fresh ordinal.
  entries_[index].ordinal = ++count_;
  addresses_.push_back(address);
}

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_OBJECT_NAMES_H_
