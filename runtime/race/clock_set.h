// Vector clocks of synchronisation objects and fences: for each thread's slot
// up to which clock its accesses happened before. Their memory is taken from
// an arena that each run starts afresh.
#ifndef DETSIM_RUNTIME_RACE_CLOCK_SET_H_
#define DETSIM_RUNTIME_RACE_CLOCK_SET_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/base/mapped_array.h"
#include "runtime/race/stamp.h"

namespace detsim::runtime {

// Slots from `size` on are 0: nothing is known of them.
struct ClockSet {
  Clock* values = nullptr;
  uint32_t size = 0;
  uint32_t capacity = 0;
};

class ClockArena {
 public:
  constexpr ClockArena() = default;

  void Map() { clocks_.Map(kClocksMax); }
  void Clear() {
    clocks_.clear();
    full_ = false;
  }
  // Something did not find room since Clear(): clocks are missing.
  bool full() const { return full_; }

  // `count` clocks; null when there is no room.
  Clock* Allocate(uint32_t count) {
    size_t begin = clocks_.size();
    if (begin + count > clocks_.capacity()) {
      full_ = true;
      return nullptr;
    }
    clocks_.resize(begin + count);
    return &clocks_[begin];
  }

  // `set` := `clocks`.
  void Assign(ClockSet* set, const Clock* clocks, uint32_t count) {
    if (!Reserve(set, count)) return;
    memcpy(set->values, clocks, count * sizeof(Clock));
    set->size = count;
  }
  // `set` := the larger of both, slot by slot.
  void Join(ClockSet* set, const Clock* clocks, uint32_t count) {
    if (!Reserve(set, count)) return;
    for (uint32_t i = set->size; i < count; ++i) set->values[i] = 0;
    set->size = std::max(set->size, count);
    for (uint32_t i = 0; i < count; ++i) {
      set->values[i] = std::max(set->values[i], clocks[i]);
    }
  }

 private:
  static constexpr size_t kClocksMax = size_t{1} << 26;

  bool Reserve(ClockSet* set, uint32_t count) {
    if (count <= set->capacity) return true;
    uint32_t capacity = std::max<uint32_t>(8, 2 * set->capacity);
    while (capacity < count) capacity *= 2;
    Clock* values = Allocate(capacity);
    if (values == nullptr) return false;
    if (set->size != 0) memcpy(values, set->values, set->size * sizeof(Clock));
    set->values = values;
    set->capacity = capacity;
    return true;
  }

  MappedArray<Clock> clocks_;
  bool full_ = false;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_RACE_CLOCK_SET_H_
