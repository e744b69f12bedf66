// Switching between stacks on one OS thread.
#ifndef DETSIM_RUNTIME_FIBER_FIBER_H_
#define DETSIM_RUNTIME_FIBER_FIBER_H_

#include <cstddef>

namespace detsim::runtime {

extern "C" {
// Saves the callee-saved state of the caller on its stack, its stack pointer
// in `*save_sp`, and continues where `to_sp` was saved.
void detsim_switch_fiber(void** save_sp, void* to_sp);
// Where a new fiber starts; calls entry(argument), which must not return.
void detsim_fiber_entry();
}

// Prepares a stack so that switching to the result calls `entry(argument)`.
// `top` is one past the highest usable byte.
void* MakeFiber(void* top, void (*entry)(void*), void* argument);

// The frame pointer of a fiber that is switched out: where its stack of
// callers starts. `return_pc` receives the address it continues at.
void* SavedFramePointer(void* sp, void** return_pc);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_FIBER_FIBER_H_
