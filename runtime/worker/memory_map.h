// The process's mappings, read without allocating.
#ifndef DETSIM_RUNTIME_WORKER_MEMORY_MAP_H_
#define DETSIM_RUNTIME_WORKER_MEMORY_MAP_H_

#include <cstddef>
#include <cstdint>

namespace detsim::runtime {

struct Mapping {
  uintptr_t begin = 0;
  uintptr_t end = 0;
  bool writable = false;
  bool is_private = false;
  bool is_stack = false;    // The original stack of the process.
  bool is_special = false;  // [vdso], [vvar], [vsyscall].
};

// Fills `mappings` with all of /proc/self/maps, in order of address. -1 if it
// cannot be read or does not fit.
int ReadMemoryMap(Mapping* mappings, int capacity);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_MEMORY_MAP_H_
