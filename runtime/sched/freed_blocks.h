// Use after free, found without a sanitizer: the blocks that a run frees stay
// out of use for a while, marked in a shadow of all memory that every
// instrumented access and every announced operation looks at (the quarantine of
// AddressSanitizer, Serebryany et al., USENIX ATC 2012).
#ifndef DETSIM_RUNTIME_SCHED_FREED_BLOCKS_H_
#define DETSIM_RUNTIME_SCHED_FREED_BLOCKS_H_

#include <cstddef>
#include <cstdint>

#include "runtime/base/runtime_memory.h"

namespace detsim::runtime {

// Part of a block that the run has freed. Any address may be asked about, also
// one that no program can have (the top bits are dropped).
inline bool IsFreed(const volatile void* address) {
  auto unit =
      reinterpret_cast<uintptr_t>(address) << 17 >> (17 + kFreedUnitShift);
  return reinterpret_cast<const volatile uint8_t*>(kShadowBegin)[unit] != 0;
}

// Before the first of the other calls. Idempotent.
void PrepareFreedBlocks();
// At the start of a run: what an earlier one has freed is no concern of it.
void ForgetFreedBlocks();

// Verdict `misuse`: the running thread uses `address`, for which IsFreed() is
// true, to do `what` ("a read of 8 bytes"). Returns when no run is on.
void UseAfterFree(const volatile void* address, const char* what, uintptr_t pc);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_FREED_BLOCKS_H_
