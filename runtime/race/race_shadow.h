// What the race detector knows of the program's memory: for each unit of 8
// bytes who wrote and who read it last, from which place, and which
// synchronisation object lives there.
//
// A process has 128 TiB of addresses and uses a few corners of them, so the
// shadow of each 4 GiB is mapped when it is first asked for.
#ifndef DETSIM_RUNTIME_RACE_RACE_SHADOW_H_
#define DETSIM_RUNTIME_RACE_RACE_SHADOW_H_

#include <cstddef>
#include <cstdint>

#include "runtime/base/mapped_array.h"
#include "runtime/race/stamp.h"

namespace detsim::runtime {

inline constexpr uintptr_t kUnitBytes = 8;

// The last write, and the last reads since, of some bytes.
struct AccessCell {
  Stamp write;
  Stamp read;
};

// Where they were made: return addresses. Not beside the stamps, which are
// looked at far more often.
struct AccessPlaces {
  uint64_t write;
  uint64_t read;
};

class RaceShadow {
 public:
  constexpr RaceShadow() = default;

  // Before the first of the other calls. Idempotent.
  void Map();

  // Of the unit that `address` is in; null where there is no room for more.
  AccessCell* CellOf(uintptr_t address) {
    char* shadow = Region(address);
    return shadow == nullptr
               ? nullptr
               : reinterpret_cast<AccessCell*>(shadow) + UnitInRegion(address);
  }
  // The same, but null too where nothing has been asked for yet.
  const AccessCell* KnownCellOf(uintptr_t address) const {
    const char* shadow = regions_[RegionIndex(address)];
    return shadow == nullptr ? nullptr
                             : reinterpret_cast<const AccessCell*>(shadow) +
                                   UnitInRegion(address);
  }
  // REQUIRES: CellOf(address) is not null.
  AccessPlaces* PlacesOf(uintptr_t address) {
    return reinterpret_cast<AccessPlaces*>(Region(address) + kPlacesOffset) +
           UnitInRegion(address);
  }
  // The number of a record, kept for the caller; null as for CellOf.
  uint32_t* ObjectOf(uintptr_t address) {
    char* shadow = Region(address);
    return shadow == nullptr
               ? nullptr
               : reinterpret_cast<uint32_t*>(shadow + kObjectsOffset) +
                     UnitInRegion(address);
  }

  // Forgets whatever was known of the units that [address, address + size) is
  // in.
  void Clear(uintptr_t address, size_t size);

 private:
  static constexpr int kRegionShift = 32;
  static constexpr uintptr_t kRegionBytes = uintptr_t{1} << kRegionShift;
  static constexpr size_t kRegions = size_t{1} << (47 - kRegionShift);
  static constexpr uintptr_t kUnits = kRegionBytes / kUnitBytes;
  static constexpr uintptr_t kPlacesOffset = kUnits * sizeof(AccessCell);
  static constexpr uintptr_t kObjectsOffset =
      kPlacesOffset + kUnits * sizeof(AccessPlaces);
  static constexpr uintptr_t kShadowBytes =
      kObjectsOffset + kUnits * sizeof(uint32_t);

  static uintptr_t UnitInRegion(uintptr_t address) {
    return (address & (kRegionBytes - 1)) / kUnitBytes;
  }
  // No program has an address with higher bits.
  static uintptr_t RegionIndex(uintptr_t address) {
    return address >> kRegionShift & (kRegions - 1);
  }
  char* Region(uintptr_t address) {
    uintptr_t index = RegionIndex(address);
    char* shadow = regions_[index];
    return __builtin_expect(shadow != nullptr, 1) ? shadow : MapRegion(index);
  }
  char* MapRegion(uintptr_t index);
  void ClearInRegion(uintptr_t address, size_t size);

  // By index; the last entry counts those that are mapped. Not static data:
  // that is put back between runs, and mappings are not.
  MappedArray<char*> regions_;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_RACE_RACE_SHADOW_H_
