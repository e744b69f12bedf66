#include "runtime/sched/loop_state.h"

#include <unwind.h>

namespace detsim::runtime {
namespace {

// The frame that called the runtime is few frames up.
constexpr int kFramesMax = 32;
// What a call leaves as it was, in DWARF's numbers (System V ABI, AMD64
// supplement, figure 3.36): rbx, rbp, r12 to r15.
constexpr int kSavedRegisters[] = {3, 6, 12, 13, 14, 15};

struct Caller {
  uintptr_t pc;
  int frames = 0;
  uintptr_t stack_low = 0;  // 0: not found.
  uint64_t hash = 0;
};

uint64_t Mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9fb21c651e98df25ull;
  return hash ^ hash >> 32;
}

_Unwind_Reason_Code Visit(_Unwind_Context* context, void* argument) {
  Caller& caller = *static_cast<Caller*>(argument);
  if (++caller.frames > kFramesMax) return _URC_END_OF_STACK;
  if (_Unwind_GetIP(context) != caller.pc) return _URC_NO_REASON;
  for (int number : kSavedRegisters) {
    caller.hash = Mix(caller.hash, _Unwind_GetGR(context, number));
  }
  caller.stack_low = _Unwind_GetCFA(context);
  return _URC_END_OF_STACK;
}

}  // namespace

bool LoopState::ComesBack(uintptr_t pc, uintptr_t stack_high) {
  Caller caller = {.pc = pc};
  _Unwind_Backtrace(&Visit, &caller);
  work_ += kWorkOfOne;
  if (caller.stack_low == 0 || caller.stack_low > stack_high) return false;
  uint64_t state = Mix(caller.hash, pc);
  state = Mix(state, caller.stack_low);
  for (uintptr_t word = caller.stack_low; word + sizeof(uint64_t) <= stack_high;
       word += sizeof(uint64_t)) {
    state = Mix(state, *reinterpret_cast<const uint64_t*>(word));
  }
  work_ += (stack_high - caller.stack_low) / sizeof(uint64_t);
  if (count_ != 0 && state == reference_) return true;
  ++count_;
  if ((count_ & (count_ - 1)) == 0) reference_ = state;
  return false;
}

}  // namespace detsim::runtime
