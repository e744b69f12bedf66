// The runtime's own memory: a range of addresses that nothing else uses, so
// that it neither moves the mappings of the program under test nor is taken
// for one of them.
#ifndef DETSIM_RUNTIME_BASE_RUNTIME_MEMORY_H_
#define DETSIM_RUNTIME_BASE_RUNTIME_MEMORY_H_

#include <cstddef>
#include <cstdint>

namespace detsim::runtime {

// The stacks (fiber/stacks.cc) are in it too.
inline constexpr uintptr_t kRuntimeMemoryBegin = 0x600000000000;
inline constexpr uintptr_t kRuntimeMemoryEnd = 0x640000000000;

// One byte for each unit of a process's 128 TiB (sched/freed_blocks.h); blocks
// of malloc are aligned to units. Instrumented code knows these (instrument/).
inline constexpr int kFreedUnitShift = 4;
inline constexpr uintptr_t kShadowBegin = 0x200000000000;
inline constexpr uintptr_t kShadowEnd = 0x280000000000;

// The race detector's, for the parts of memory that are used
// (race/race_shadow.h).
inline constexpr uintptr_t kRaceShadowBegin = 0x280000000000;
inline constexpr uintptr_t kRaceShadowEnd = 0x300000000000;

constexpr bool IsRuntimeMemory(uintptr_t address) {
  return (address >= kRuntimeMemoryBegin && address < kRuntimeMemoryEnd) ||
         (address >= kShadowBegin && address < kRaceShadowEnd);
}
static_assert(kShadowEnd == kRaceShadowBegin);

// Maps `bytes` (rounded up to pages) as mmap would with these arguments.
// Aborts when it cannot. Never unmapped.
void* MapRuntimeMemory(size_t bytes, int protection, int flags, int fd);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_BASE_RUNTIME_MEMORY_H_
