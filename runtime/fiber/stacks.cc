#include "runtime/fiber/stacks.h"

#include <sys/mman.h>

#include "runtime/base/check.h"

namespace detsim::runtime {
namespace {

// Far from where Linux puts programs, heaps, libraries and real stacks.
constexpr uintptr_t kMainStackAddress = 0x600000000000;
constexpr uintptr_t kStacksAddress = 0x610000000000;
constexpr size_t kGuardBytes = 4096;
constexpr size_t kSlotBytes = kStackBytes + kGuardBytes;
// Tops at one page offset would fight for the same cache sets.
constexpr size_t kColours = 16;
constexpr size_t kColourBytes = 192;

uint64_t used_slots[kStacksMax / 64];
bool mapped_slots[kStacksMax];
uint32_t first_free_word = 0;  // Every word below is full.

char* MapWithGuard(uintptr_t address, size_t bytes) {
  void* p = mmap(
      reinterpret_cast<void*>(address), bytes + kGuardBytes,
      PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  DETSIM_CHECK(p == reinterpret_cast<void*>(address));
  DETSIM_CHECK(mprotect(p, kGuardBytes, PROT_NONE) == 0);
  return static_cast<char*>(p) + kGuardBytes;
}

}  // namespace

Stack AcquireStack() {
  uint32_t word = first_free_word;
  while (word < kStacksMax / 64 && used_slots[word] == ~uint64_t{0}) ++word;
  first_free_word = word;
  DETSIM_CHECK(word < kStacksMax / 64);
  auto bit = static_cast<uint32_t>(__builtin_ctzll(~used_slots[word]));
  used_slots[word] |= uint64_t{1} << bit;
  uint32_t slot = word * 64 + bit;
  uintptr_t address = kStacksAddress + slot * kSlotBytes;
  if (!mapped_slots[slot]) {
    MapWithGuard(address, kStackBytes);
    mapped_slots[slot] = true;
  }
  char* low = reinterpret_cast<char*>(address) + kGuardBytes;
  return {low, low + kStackBytes - slot % kColours * kColourBytes, slot};
}

void ReleaseStack(const Stack& stack) {
  uint32_t word = stack.slot / 64;
  used_slots[word] &= ~(uint64_t{1} << stack.slot % 64);
  if (word < first_free_word) first_free_word = word;
}

Stack MainStack() {
  static char* low = nullptr;
  if (low == nullptr) low = MapWithGuard(kMainStackAddress, kMainStackBytes);
  return {low, low + kMainStackBytes, 0};
}

}  // namespace detsim::runtime
