// Blocking shared by the files that serve code that is not rewritten. No
// decision is announced there; only who runs after a block is a choice.
#ifndef DETSIM_RUNTIME_SCHED_LIBRARY_H_
#define DETSIM_RUNTIME_SCHED_LIBRARY_H_

#include <cstdint>

namespace detsim::runtime {

// Blocks the current thread as long as `*state` is `value`.
void BlockWhile(const volatile int32_t* state, int32_t value);
// Wakes whoever waits in BlockWhile or detsim_address_wait on `address`.
void WakeAllAtAddress(const volatile void* address);

// C's rand() starts over.
void ResetRand();

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_LIBRARY_H_
