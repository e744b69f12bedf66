// A plain access of the program under test: an optional preemption point, whose
// fast path is one decrement, and a look whether the memory has been freed.
// Stores to anything but the own stack are signs of progress.
#ifndef DETSIM_RUNTIME_MEMORY_ACCESS_H_
#define DETSIM_RUNTIME_MEMORY_ACCESS_H_

#include <cstddef>
#include <cstdint>

#include "runtime/sched/freed_blocks.h"
#include "runtime/sched/scheduler.h"

// Callers keep their values in registers: such functions save what they use.
#define DETSIM_SAVING __attribute__((preserve_most))

namespace detsim::runtime {

// Counts an access. When it is true AccessSlowly() has to be called.
inline __attribute__((always_inline)) bool TakesTheSlowPath(
    const volatile void* address) {
  return __builtin_expect(--access_budget < 0, 0) ||
         __builtin_expect(IsFreed(address), 0);
}

inline __attribute__((always_inline)) void NoteWrite(
    const volatile void* address) {
  progress_writes += !OnCurrentStack(address);
}

// The instrumentation's budget is used up, or `address` has been freed, perhaps
// by another thread that runs before this access.
void PassAccessPoint(const volatile void* address, size_t size, uintptr_t pc,
                     bool is_write);
// The same for a plain access, which may race with others.
void AccessSlowly(const volatile void* address, size_t size, uintptr_t pc,
                  bool is_write);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_MEMORY_ACCESS_H_
