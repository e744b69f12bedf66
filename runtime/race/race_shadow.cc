#include "runtime/race/race_shadow.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "runtime/base/check.h"
#include "runtime/base/runtime_memory.h"

namespace detsim::runtime {
namespace {

constexpr uintptr_t kPage = 4096;
// Above this the kernel is quicker at dropping pages than we are at clearing.
constexpr size_t kClearedBytesMax = 1 << 20;

void Zero(char* begin, size_t bytes) {
  if (bytes <= kClearedBytesMax) {
    memset(begin, 0, bytes);
    return;
  }
  char* first = begin + (-reinterpret_cast<uintptr_t>(begin) & (kPage - 1));
  char* end = begin + bytes;
  char* last = end - (reinterpret_cast<uintptr_t>(end) & (kPage - 1));
  memset(begin, 0, static_cast<size_t>(first - begin));
  madvise(first, static_cast<size_t>(last - first), MADV_DONTNEED);
  memset(last, 0, static_cast<size_t>(end - last));
}

}  // namespace

void RaceShadow::Map() {
  if (regions_.data() == nullptr) regions_.Map(kRegions + 1);
}

char* RaceShadow::MapRegion(uintptr_t index) {
  auto mapped = reinterpret_cast<uintptr_t>(regions_[kRegions]);
  uintptr_t address = kRaceShadowBegin + mapped * kShadowBytes;
  if (address + kShadowBytes > kRaceShadowEnd) return nullptr;
  void* p = mmap(
      reinterpret_cast<void*>(address), kShadowBytes, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  DETSIM_CHECK(p == reinterpret_cast<void*>(address));
  madvise(p, kShadowBytes, MADV_NOHUGEPAGE);
  madvise(p, kShadowBytes, MADV_DONTDUMP);
  regions_[kRegions] = reinterpret_cast<char*>(mapped + 1);
  return regions_[index] = static_cast<char*>(p);
}

void RaceShadow::Clear(uintptr_t address, size_t size) {
  while (size > 0) {
    size_t here =
        std::min<size_t>(size, kRegionBytes - (address & (kRegionBytes - 1)));
    ClearInRegion(address, here);
    address += here;
    size -= here;
  }
}

void RaceShadow::ClearInRegion(uintptr_t address, size_t size) {
  uintptr_t index = RegionIndex(address);
  if (regions_[index] == nullptr) return;
  uintptr_t first = UnitInRegion(address);
  uintptr_t count = UnitInRegion(address + size - 1) - first + 1;
  Zero(regions_[index] + first * sizeof(AccessCell),
       count * sizeof(AccessCell));
  Zero(regions_[index] + kObjectsOffset + first * sizeof(uint32_t),
       count * sizeof(uint32_t));
}

}  // namespace detsim::runtime
