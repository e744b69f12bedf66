#include "runtime/worker/page_snapshot.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/base/mapped_array.h"
#include "runtime/base/runtime_memory.h"
#include "runtime/fiber/stacks.h"
#include "runtime/worker/memory_map.h"
#include "runtime/worker/written_pages.h"

namespace detsim::runtime {
namespace {

constexpr uintptr_t kPage = 4096;
constexpr int kMappingsMax = 4096;
constexpr uint64_t kSnapshotBytesMax = 256ull << 20;
// Above this the kernel is quicker at dropping pages than we are at copying.
constexpr uint64_t kCopiedPagesMax = 2048;
constexpr uint64_t kDirtyMax = 1 << 20;

// Writable memory as it was; `saved` is null for stacks, which were zero.
struct Region {
  char* begin;
  char* end;
  const char* saved;
  uint8_t* known;  // By page: it is among the dirty ones.
};

// A page that a run has written.
struct DirtyPage {
  char* page;
  const char* saved;
};

// Everything that must outlive a restore lives here, in memory of its own: the
// runtime's static data is put back with the rest.
struct State {
  Region regions[kMappingsMax];
  int region_count;
  Mapping mappings[kMappingsMax];  // At the time of the snapshot.
  int mapping_count;
  Mapping now[kMappingsMax];
  uintptr_t heap_end;
  uint64_t faults;  // Page faults of the process when last looked at.
  uint64_t dirty_count;
  WrittenPages written;
};

MappedArray<State> state_memory;
MappedArray<DirtyPage> dirty_memory;
MappedArray<uint8_t> known_memory;        // Of the regions' pages.
MappedArray<uint8_t> known_stack_memory;  // Of the stacks' pages.

uintptr_t HeapEnd(uintptr_t wanted) {
  return static_cast<uintptr_t>(syscall(SYS_brk, wanted));
}

// A thread's cost a third of the process's, and are the same while it has but
// one thread: another can only be made by a call.
uint64_t PageFaults(RunCalls calls) {
  rusage usage;
  getrusage(calls == RunCalls::kNone ? RUSAGE_THREAD : RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_minflt + usage.ru_majflt);
}

bool Snapshotted(const Mapping& mapping) {
  return mapping.writable && mapping.is_private && !mapping.is_stack &&
         !mapping.is_special && !IsRuntimeMemory(mapping.begin);
}

// Copies a region to the file and maps the file in its place. From the copy to
// the mapping nothing in the region may be written: no static data, only this
// frame and registers.
bool Replace(const Region& region, int fd, off_t offset) {
  auto size = static_cast<size_t>(region.end - region.begin);
  if (pwrite(fd, region.begin, size, offset) != static_cast<ssize_t>(size)) {
    return false;
  }
  return mmap(region.begin, size, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_FIXED, fd, offset) == region.begin;
}

bool AddDirtyPage(const Region& region, uintptr_t offset, State* state) {
  uint8_t& known = region.known[offset / kPage];
  if (known != 0) return true;
  if (state->dirty_count == kDirtyMax) return false;
  known = 1;
  const char* saved = region.saved;
  dirty_memory[state->dirty_count++] = {
      region.begin + offset, saved == nullptr ? nullptr : saved + offset};
  return true;
}

// Adds the pages of `region` that have been written since the snapshot.
bool FindDirtyPages(const Region& region, State* state) {
  auto begin = reinterpret_cast<uintptr_t>(region.begin);
  auto end = reinterpret_cast<uintptr_t>(region.end);
  for (uintptr_t at = begin; at < end;) {
    int count = state->written.Find(&at, end);
    if (count < 0) return false;
    for (int i = 0; i < count; ++i) {
      const PageRange& range = state->written.ranges()[i];
      for (uintptr_t page = range.begin; page < range.end; page += kPage) {
        if (!AddDirtyPage(region, page - begin, state)) return false;
      }
    }
  }
  return true;
}

Region StackRegion(uint32_t index) {
  constexpr uint64_t kMainPages = kMainStackBytes / kPage;
  constexpr uint64_t kPages = kStackBytes / kPage;
  StackMemory memory = StackMemoryAt(index);
  uint64_t first = index == 0 ? 0 : kMainPages + (index - 1) * kPages;
  return {memory.low, memory.high, nullptr, &known_stack_memory[first]};
}

bool FindAllDirtyPages(State* state) {
  for (int i = 0; i < state->region_count; ++i) {
    if (!FindDirtyPages(state->regions[i], state)) return false;
  }
  for (uint32_t i = 0; i < StackMemoryCount(); ++i) {
    if (!FindDirtyPages(StackRegion(i), state)) return false;
  }
  return true;
}

void Forget(const Region& region) {
  auto size = static_cast<size_t>(region.end - region.begin);
  madvise(region.begin, size, MADV_DONTNEED);
  memset(region.known, 0, size / kPage);
}

void PutPagesBack(State* state) {
  if (state->dirty_count <= kCopiedPagesMax) {
    for (uint64_t i = 0; i < state->dirty_count; ++i) {
      const DirtyPage& dirty = dirty_memory[i];
      if (dirty.saved != nullptr) {
        memcpy(dirty.page, dirty.saved, kPage);
      } else {
        memset(dirty.page, 0, kPage);
      }
    }
    return;
  }
  uint32_t stacks = StackMemoryCount();
  for (int i = 0; i < state->region_count; ++i) Forget(state->regions[i]);
  for (uint32_t i = 0; i < stacks; ++i) Forget(StackRegion(i));
  state->dirty_count = 0;
}

// What a run has mapped goes; what it has unmapped cannot come back.
bool DropNewMappings(State* state) {
  int count = ReadMemoryMap(state->now, kMappingsMax);
  if (count < 0) return false;
  const Mapping* old = state->mappings;
  const Mapping* old_end = old + state->mapping_count;
  for (int i = 0; i < count; ++i) {
    const Mapping& mapping = state->now[i];
    if (mapping.is_stack || mapping.is_special ||
        IsRuntimeMemory(mapping.begin)) {
      continue;
    }
    // The kernel splits and merges neighbours: compare by coverage.
    uintptr_t at = mapping.begin;
    while (at < mapping.end) {
      while (old != old_end && old->end <= at) ++old;
      if (old == old_end || old->begin > at) {
        uintptr_t end =
            old == old_end ? mapping.end : std::min(mapping.end, old->begin);
        munmap(reinterpret_cast<void*>(at), end - at);
        at = end;
      } else {
        at = std::min(mapping.end, old->end);
      }
    }
  }
  return true;
}

}  // namespace

bool TakePageSnapshot() {
  state_memory.Map(1);
  State* state = state_memory.data();
  state->mapping_count = ReadMemoryMap(state->mappings, kMappingsMax);
  if (state->mapping_count < 0) return false;
  uint64_t bytes = 0;
  for (int i = 0; i < state->mapping_count; ++i) {
    const Mapping& mapping = state->mappings[i];
    if (Snapshotted(mapping)) bytes += mapping.end - mapping.begin;
  }
  if (bytes > kSnapshotBytesMax) return false;
  int fd = memfd_create("detsim-snapshot", MFD_CLOEXEC);
  if (!state->written.Open() || fd < 0 ||
      ftruncate(fd, static_cast<off_t>(bytes)) != 0) {
    return false;
  }
  dirty_memory.Map(kDirtyMax);
  known_memory.Map(bytes / kPage);
  known_stack_memory.Map((kMainStackBytes + kStacksMax * kStackBytes) / kPage);
  auto* saved = static_cast<const char*>(
      MapRuntimeMemory(bytes, PROT_READ, MAP_SHARED, fd));
  state->heap_end = HeapEnd(0);
  state->dirty_count = 0;
  state->faults = 0;
  // The main stack is in use before its first run is.
  MainStack();
  uint64_t offset = 0;
  for (int i = 0; i < state->mapping_count; ++i) {
    const Mapping& mapping = state->mappings[i];
    if (!Snapshotted(mapping)) continue;
    Region region = {reinterpret_cast<char*>(mapping.begin),
                     reinterpret_cast<char*>(mapping.end), saved + offset,
                     &known_memory[offset / kPage]};
    state->regions[state->region_count++] = region;
    DETSIM_CHECK(Replace(region, fd, static_cast<off_t>(offset)));
    offset += mapping.end - mapping.begin;
  }
  close(fd);
  return true;
}

bool RestorePages(RunCalls calls) {
  State* state = state_memory.data();
  // Before mappings are dropped: the system shrinks only a heap that is there.
  if (calls == RunCalls::kSome && HeapEnd(0) != state->heap_end &&
      HeapEnd(state->heap_end) != state->heap_end) {
    return false;
  }
  // Without a page fault nothing new was written or mapped.
  bool faulted = PageFaults(calls) != state->faults;
  if (faulted && !FindAllDirtyPages(state)) return false;
  if (faulted && calls == RunCalls::kSome && !DropNewMappings(state)) {
    return false;
  }
  PutPagesBack(state);
  if (faulted) state->faults = PageFaults(calls);  // Our own do not count.
  return true;
}

unsigned long KnownDirtyPages() { return state_memory[0].dirty_count; }

}  // namespace detsim::runtime
