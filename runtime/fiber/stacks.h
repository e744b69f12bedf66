// The stacks of simulated threads: fixed addresses, guard pages, pooled.
#ifndef DETSIM_RUNTIME_FIBER_STACKS_H_
#define DETSIM_RUNTIME_FIBER_STACKS_H_

#include <cstddef>
#include <cstdint>

namespace detsim::runtime {

inline constexpr size_t kStackBytes = 256 * 1024;
inline constexpr size_t kMainStackBytes = 64ull << 20;
inline constexpr uint32_t kStacksMax = 16384;

// Usable bytes are [low, high). `slot` names it to the pool.
struct Stack {
  char* low = nullptr;
  char* high = nullptr;
  uint32_t slot = 0;
};

// Before the first of the other calls. Idempotent.
void PrepareStacks();

// The memory of all stacks that were ever handed out, main's first.
struct StackMemory {
  char* low = nullptr;
  char* high = nullptr;
};
uint32_t StackMemoryCount();
StackMemory StackMemoryAt(uint32_t index);

// The lowest free slot, so that a run's threads have the same addresses
// whatever ran before. Aborts when kStacksMax are in use.
Stack AcquireStack();
void ReleaseStack(const Stack& stack);
// The main thread's stack, mapped when first asked for.
Stack MainStack();

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_FIBER_STACKS_H_
