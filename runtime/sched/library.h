// Blocking shared by the files that serve code that is not rewritten. No
// decision is announced there; only who runs after a block is a choice.
#ifndef DETSIM_RUNTIME_SCHED_LIBRARY_H_
#define DETSIM_RUNTIME_SCHED_LIBRARY_H_

#include <cstdint>

#include "runtime/base/time.h"

namespace detsim::runtime {

// Blocks until a wake on `address` (true: the deadline came first).
bool BlockOnAddress(const volatile void* address, Instant deadline);
// Wakes at most `count` of those who wait on `address`, longest first; returns
// how many.
uint32_t WakeAtAddress(const volatile void* address, uint32_t count);

// Blocks the current thread as long as `*state` is `value`.
void BlockWhile(const volatile int32_t* state, int32_t value);
// Wakes whoever waits in BlockWhile or detsim_address_wait on `address`.
void WakeAllAtAddress(const volatile void* address);

// rand(), random() and drand48() start over.
void ResetRandom();

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_LIBRARY_H_
