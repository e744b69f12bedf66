// Shared by the files that implement abi.h.
#ifndef DETSIM_RUNTIME_SCHED_ABI_SUPPORT_H_
#define DETSIM_RUNTIME_SCHED_ABI_SUPPORT_H_

#include <cstdint>

#include "runtime/include/detsim/abi.h"
#include "runtime/sched/own_libs.h"

// Exported from the runtime object; everything else is local to it.
#define DETSIM_ABI __attribute__((visibility("default")))

// The place in the program under test that called the ABI function.
#define DETSIM_CALLER                                           \
  ::detsim::runtime::CallingPlace(                              \
      reinterpret_cast<uintptr_t>(__builtin_return_address(0)), \
      __builtin_frame_address(0))

namespace detsim::runtime {

struct Task;

// Where the caller of `return_address` was called, if that is one of the
// functions in runtime/own_libs. `frame` is the frame that returns there.
inline uintptr_t CallingPlace(uintptr_t return_address, void* frame) {
  if (return_address < library_calls.begin ||
      return_address >= library_calls.end) [[likely]] {
    return return_address;
  }
  return static_cast<uintptr_t**>(frame)[0][1];
}

// Ends the run with verdict `misuse`.
[[noreturn]] void Misuse(const char* what, uintptr_t pc);

// The mutex side of a condition wait: no decision of its own. The second may
// have something to tell of a robust mutex, as detsim_mutex_lock.
void ReleaseMutex(detsim_mutex* m);
int ReacquireMutex(detsim_mutex* m, uint32_t depth);
// One of the readers goes.
void ReleaseShared(detsim_mutex* m);
// The current thread has got it: all that those before it did happened before.
// A reader is not ordered after other readers.
void NoteExclusive(const detsim_mutex* m);
void NoteShared(const detsim_mutex* m);

// Who holds a detsim_spin; null if nobody does.
Task* SpinLockOwner(const volatile void* lock);

// The current thread is about to wait for `holder` (may be null) without end.
// If the waits lead back to it, nobody in the cycle will ever go on, whatever
// the other threads still do: verdict `deadlock`.
void CheckForCycle(Task* holder);

// Whether detsim_thread_interrupt named the current thread since it last asked:
// then a wait that is about to begin, or has just ended, ends. A wait is asked
// both times, or one that begins late would miss it.
bool TakeInterruption();

// Something ran outside the runtime's control; counted by name. `what` must
// be a literal.
void NoteEscape(const char* what);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_ABI_SUPPORT_H_
