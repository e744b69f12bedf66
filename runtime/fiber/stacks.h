// The stacks of simulated threads: fixed addresses, guard pages, pooled.
#ifndef DETSIM_RUNTIME_FIBER_STACKS_H_
#define DETSIM_RUNTIME_FIBER_STACKS_H_

#include <cstddef>
#include <cstdint>

namespace detsim::runtime {

inline constexpr size_t kStackBytes = 256 * 1024;
inline constexpr size_t kMainStackBytes = 64ull << 20;
inline constexpr uint32_t kStacksMax = 16384;

// Far from where Linux puts programs, heaps, libraries and real stacks.
inline constexpr uintptr_t kMainStackAddress = 0x600000000000;
inline constexpr uintptr_t kStacksAddress = 0x610000000000;
inline constexpr size_t kStackGuardBytes = 4096;
inline constexpr size_t kStackSlotBytes = kStackBytes + kStackGuardBytes;

// `address` is on the stack of some simulated thread, or between two of them.
inline bool IsOnAStack(const volatile void* address) {
  auto a = reinterpret_cast<uintptr_t>(address);
  return a - kStacksAddress < kStacksMax * kStackSlotBytes ||
         a - kMainStackAddress < kMainStackBytes + kStackGuardBytes;
}

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

// The slot of the stack that `address` is on; kNoStackSlot for any other
// address, and for main's stack.
inline constexpr uint32_t kNoStackSlot = ~uint32_t{0};
inline uint32_t StackSlotOf(uintptr_t address) {
  uintptr_t offset = address - kStacksAddress;
  return offset < kStacksMax * kStackSlotBytes
             ? static_cast<uint32_t>(offset / kStackSlotBytes)
             : kNoStackSlot;
}

// The lowest free slot, so that a run's threads have the same addresses
// whatever ran before. Aborts when kStacksMax are in use.
Stack AcquireStack();
void ReleaseStack(const Stack& stack);
// The main thread's stack, mapped when first asked for.
Stack MainStack();

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_FIBER_STACKS_H_
