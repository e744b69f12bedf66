// free() and realloc() as the whole process has them: what a run frees goes
// through a quarantine.
#include <malloc.h>
#include <string.h>
#include <sys/mman.h>

#include <algorithm>

#include "runtime/base/mapped_array.h"
#include "runtime/base/text.h"
#include "runtime/race/race_detector.h"
#include "runtime/sched/abi_support.h"
#include "runtime/sched/freed_blocks.h"
#include "runtime/sched/scheduler.h"

// The C library's own; or AddressSanitizer's, when the program has it.
extern "C" void* __libc_malloc(size_t size);
extern "C" void __libc_free(void* block);
extern "C" void* __libc_realloc(void* block, size_t size);
extern "C" __attribute__((weak)) void ___interceptor_free(void* block);
extern "C" __attribute__((weak)) void* ___interceptor_realloc(void* block,
                                                              size_t size);

namespace detsim::runtime {
namespace {

constexpr uint32_t kBlocksMax = 4096;
constexpr size_t kQuarantineBytes = 1 << 20;
constexpr size_t kBlockBytesMax = 64 << 10;  // Larger ones are freed at once.
constexpr size_t kUnit = size_t{1} << kFreedUnitShift;

struct FreedBlock {
  char* begin;
  size_t size;
  uint32_t thread;  // That freed it.
};

// Outlives the pages that are put back between runs.
struct Quarantine {
  FreedBlock blocks[kBlocksMax];  // A ring.
  uint32_t first;
  uint32_t count;
  size_t bytes;
};
MappedArray<Quarantine> quarantine_memory;

bool HasAddressSanitizer() { return ___interceptor_free != nullptr; }

void Mark(const FreedBlock& block, uint8_t value) {
  auto* shadow = reinterpret_cast<uint8_t*>(
      kShadowBegin +
      (reinterpret_cast<uintptr_t>(block.begin) >> kFreedUnitShift));
  memset(shadow, value, (block.size + kUnit - 1) / kUnit);
}

void ReallyFree(void* block) {
  if (HasAddressSanitizer()) {
    ___interceptor_free(block);
  } else {
    __libc_free(block);
  }
}

FreedBlock TakeOldest(Quarantine* quarantine) {
  FreedBlock oldest = quarantine->blocks[quarantine->first];
  quarantine->first = (quarantine->first + 1) % kBlocksMax;
  --quarantine->count;
  quarantine->bytes -= oldest.size;
  Mark(oldest, 0);
  return oldest;
}

// Only what instrumented code could touch in a run.
bool Quarantines() {
  return instrumented && scheduler.running() && !scheduler.forked_child() &&
         !HasAddressSanitizer();
}

// False when `block` is to be freed at once.
bool Keep(void* block) {
  FreedBlock freed = {static_cast<char*>(block), malloc_usable_size(block),
                      scheduler.current()->index};
  if (freed.size > kBlockBytesMax) return false;
  Quarantine* quarantine = quarantine_memory.data();
  while (quarantine->count == kBlocksMax ||
         (quarantine->count > 0 &&
          quarantine->bytes + freed.size > kQuarantineBytes)) {
    ReallyFree(TakeOldest(quarantine).begin);
  }
  quarantine->blocks[(quarantine->first + quarantine->count) % kBlocksMax] =
      freed;
  ++quarantine->count;
  quarantine->bytes += freed.size;
  Mark(freed, 1);
  return true;
}

const FreedBlock* FindBlock(const volatile void* address) {
  Quarantine* quarantine = quarantine_memory.data();
  for (uint32_t i = 0; i < quarantine->count; ++i) {
    const FreedBlock& block =
        quarantine->blocks[(quarantine->first + i) % kBlocksMax];
    auto offset = static_cast<size_t>(
        static_cast<const volatile char*>(address) - block.begin);
    if (offset < block.size) return &block;
  }
  return nullptr;
}

}  // namespace

void PrepareFreedBlocks() {
  if (quarantine_memory.data() != nullptr) return;
  quarantine_memory.Map(1);
  void* shadow = reinterpret_cast<void*>(kShadowBegin);
  void* p = mmap(
      shadow, kShadowEnd - kShadowBegin, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  DETSIM_CHECK(p == shadow);
  madvise(p, kShadowEnd - kShadowBegin, MADV_DONTDUMP);
}

void ForgetFreedBlocks() {
  Quarantine* quarantine = quarantine_memory.data();
  while (quarantine->count > 0) TakeOldest(quarantine);
  quarantine->first = 0;  // Each run touches the same part of the ring.
}

void UseAfterFree(const volatile void* address, const char* what,
                  uintptr_t pc) {
  if (!scheduler.running() || scheduler.forked_child()) return;
  static FixedText<160> message;
  message.clear();
  message << "use after free: " << what;
  if (const FreedBlock* block = FindBlock(address)) {
    // Not its size: what the allocator made of it depends on the heap.
    message << " in a block that ";
    if (block->thread == 0) {
      message << "main";
    } else {
      message << "T" << block->thread;
    }
    message << " has freed";
  }
  scheduler.Fail(Verdict::kMisuse, message.c_str(), pc);
}

extern "C" {

// Weak: a program may bring an allocator of its own.
__attribute__((weak, visibility("default"))) void free(void* block) {
  if (block != nullptr && Quarantines()) {
    if (races.enabled()) {
      // Whoever gets this memory next has nothing to do with who had it.
      races.Forget(reinterpret_cast<uintptr_t>(block),
                   malloc_usable_size(block));
    }
    if (IsFreed(block)) {
      UseAfterFree(block, "freeing again", DETSIM_CALLER);
    }
    if (Keep(block)) return;
  }
  ReallyFree(block);
}

__attribute__((weak, visibility("default"))) void* realloc(void* block,
                                                           size_t size) {
  if (HasAddressSanitizer()) return ___interceptor_realloc(block, size);
  if (block == nullptr || size == 0 || !Quarantines()) {
    return __libc_realloc(block, size);
  }
  if (IsFreed(block)) UseAfterFree(block, "reallocating", DETSIM_CALLER);
  void* moved = __libc_malloc(size);
  if (moved == nullptr) return nullptr;
  memcpy(moved, block, std::min(size, malloc_usable_size(block)));
  free(block);
  return moved;
}

}  // extern "C"

}  // namespace detsim::runtime
