#include "runtime/fiber/fiber.h"

#include <cstdint>

namespace detsim::runtime {
namespace {

// The stack of a switched-out fiber, from its stack pointer upwards.
struct SavedFrame {
  uint32_t mxcsr, x87_control;
  void *r15, *r14, *r13, *r12, *rbx, *rbp;
  void* return_pc;
};

constexpr uint32_t kDefaultMxcsr = 0x1f80;
constexpr uint32_t kDefaultX87Control = 0x037f;

}  // namespace

void* MakeFiber(void* top, void (*entry)(void*), void* argument) {
  uintptr_t aligned = reinterpret_cast<uintptr_t>(top) & ~uintptr_t{15};
  // 16-aligned at the call in detsim_fiber_entry: a misaligned stack crashes
  // much later, in some movaps.
  auto* frame =
      reinterpret_cast<SavedFrame*>(aligned - 16 - sizeof(SavedFrame));
  *frame = SavedFrame{};
  frame->mxcsr = kDefaultMxcsr;
  frame->x87_control = kDefaultX87Control;
  frame->r12 = argument;
  frame->r13 = reinterpret_cast<void*>(entry);
  frame->return_pc = reinterpret_cast<void*>(&detsim_fiber_entry);
  return frame;
}

void* SavedFramePointer(void* sp, void** return_pc) {
  auto* frame = static_cast<SavedFrame*>(sp);
  *return_pc = frame->return_pc;
  return frame->rbp;
}

}  // namespace detsim::runtime
