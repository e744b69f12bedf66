#include "runtime/fiber/stacks.h"

#include <sys/mman.h>

#include "runtime/base/check.h"
#include "runtime/base/mapped_array.h"

namespace detsim::runtime {
namespace {

// Tops at one page offset would fight for the same cache sets.
constexpr size_t kColours = 16;
constexpr size_t kColourBytes = 192;

uint64_t used_slots[kStacksMax / 64];
// Not static data: a stack stays mapped when static data is put back. Slots
// are mapped in order, since the lowest free one is taken.
struct MappedStacks {
  uint32_t slots;
  bool main;
};
MappedArray<MappedStacks> mapped;
uint32_t first_free_word = 0;  // Every word below is full.

char* MapWithGuard(uintptr_t address, size_t bytes) {
  void* p = mmap(
      reinterpret_cast<void*>(address), bytes + kStackGuardBytes,
      PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  DETSIM_CHECK(p == reinterpret_cast<void*>(address));
  DETSIM_CHECK(mprotect(p, kStackGuardBytes, PROT_NONE) == 0);
  return static_cast<char*>(p) + kStackGuardBytes;
}

}  // namespace

void PrepareStacks() { mapped.Map(1); }

uint32_t StackMemoryCount() { return mapped[0].slots + 1; }

StackMemory StackMemoryAt(uint32_t index) {
  if (index == 0) {
    char* low = reinterpret_cast<char*>(kMainStackAddress) + kStackGuardBytes;
    return {low, low + kMainStackBytes};
  }
  char* low = reinterpret_cast<char*>(
      kStacksAddress + (index - 1) * kStackSlotBytes + kStackGuardBytes);
  return {low, low + kStackBytes};
}

Stack AcquireStack() {
  uint32_t word = first_free_word;
  while (word < kStacksMax / 64 && used_slots[word] == ~uint64_t{0}) ++word;
  first_free_word = word;
  DETSIM_CHECK(word < kStacksMax / 64);
  auto bit = static_cast<uint32_t>(__builtin_ctzll(~used_slots[word]));
  used_slots[word] |= uint64_t{1} << bit;
  uint32_t slot = word * 64 + bit;
  uintptr_t address = kStacksAddress + slot * kStackSlotBytes;
  if (slot >= mapped[0].slots) {
    MapWithGuard(address, kStackBytes);
    mapped[0].slots = slot + 1;
  }
  char* low = reinterpret_cast<char*>(address) + kStackGuardBytes;
  return {low, low + kStackBytes - slot % kColours * kColourBytes, slot};
}

void ReleaseStack(const Stack& stack) {
  uint32_t word = stack.slot / 64;
  used_slots[word] &= ~(uint64_t{1} << stack.slot % 64);
  if (word < first_free_word) first_free_word = word;
}

Stack MainStack() {
  if (!mapped[0].main) {
    MapWithGuard(kMainStackAddress, kMainStackBytes);
    mapped[0].main = true;
  }
  StackMemory memory = StackMemoryAt(0);
  return {memory.low, memory.high, 0};
}

}  // namespace detsim::runtime
