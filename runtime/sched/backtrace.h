// Return addresses of simulated threads, by frame pointers: the target and the
// runtime are compiled with them. Code without them (a precompiled library)
// ends the walk early or skips callers, never crashes it.
#ifndef DETSIM_RUNTIME_SCHED_BACKTRACE_H_
#define DETSIM_RUNTIME_SCHED_BACKTRACE_H_

#include <cstdint>

#include "runtime/sched/task.h"

namespace detsim::runtime {

inline constexpr int kFramesMax = 64;

struct Backtrace {
  uint64_t frames[kFramesMax];
  int count = 0;
};

// From a frame pointer within `stack`; `pc`, if not 0, comes first.
Backtrace WalkFrames(const Stack& stack, uintptr_t frame_pointer, uintptr_t pc);

// Who called the function that a signal stopped before the instruction at
// `code`, when it stands where the function has no frame of its own (its first
// instructions, its return, a jump of the linker's): frame pointers do not lead
// there. 0 elsewhere. `stack` is the stack pointer.
uintptr_t CallerWithoutFrame(const uint8_t* code, const uintptr_t* stack);

// Cuts the frames above (inside) the one that returns to `pc`, if there is one.
void DropFramesInside(uintptr_t pc, Backtrace* trace);

// Of a thread that is not running. Frames inside the runtime are left out when
// the place of its pending operation is among them.
Backtrace BacktraceOf(const Task& task);

// Of the running thread, from the caller on.
Backtrace CurrentBacktrace();

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_BACKTRACE_H_
