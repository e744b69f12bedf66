#include "runtime/sched/backtrace.h"

#include <algorithm>
#include <iterator>

#include "runtime/fiber/fiber.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {

void DropFramesInside(uintptr_t pc, Backtrace* trace) {
  uint64_t* end = trace->frames + trace->count;
  uint64_t* place = std::find(trace->frames, end, pc);
  if (pc == 0 || place == end) return;
  std::copy(place, end, trace->frames);
  trace->count = static_cast<int>(end - place);
}

uintptr_t CallerWithoutFrame(const uint8_t* code, const uintptr_t* stack) {
  constexpr uint8_t kPushFrame = 0x55;
  constexpr uint8_t kReturn = 0xc3;
  constexpr uint8_t kMoveFrame[] = {0x48, 0x89, 0xe5};
  constexpr uint8_t kBranchEnd[] = {0xf3, 0x0f, 0x1e, 0xfa};
  constexpr uint8_t kJumpThroughTable[] = {0xff, 0x25};
  auto is = [code](const auto& bytes) {
    return std::equal(std::begin(bytes), std::end(bytes), code);
  };
  if (*code == kPushFrame || *code == kReturn || is(kBranchEnd) ||
      is(kJumpThroughTable)) {
    return stack[0];
  }
  return is(kMoveFrame) ? stack[1] : 0;  // Past the frame pointer just pushed.
}

Backtrace WalkFrames(const Stack& stack, uintptr_t frame_pointer,
                     uintptr_t pc) {
  auto low = reinterpret_cast<uintptr_t>(stack.low);
  auto high = reinterpret_cast<uintptr_t>(stack.high);
  Backtrace trace;
  if (pc != 0) trace.frames[trace.count++] = pc;
  while (trace.count < kFramesMax && frame_pointer >= low &&
         frame_pointer + 2 * sizeof(uintptr_t) <= high &&
         frame_pointer % sizeof(uintptr_t) == 0) {
    auto* frame = reinterpret_cast<uintptr_t*>(frame_pointer);
    if (frame[1] == 0) break;
    trace.frames[trace.count++] = frame[1];
    if (frame[0] <= frame_pointer) break;  // Callers are further up.
    frame_pointer = frame[0];
  }
  return trace;
}

Backtrace BacktraceOf(const Task& task) {
  Backtrace trace;
  if (task.pending.kind == OperationKind::kStart) {
    trace.frames[trace.count++] = task.pending.pc;
    return trace;
  }
  void* pc = nullptr;
  void* frame_pointer = SavedFramePointer(task.sp, &pc);
  trace = WalkFrames(task.stack, reinterpret_cast<uintptr_t>(frame_pointer),
                     reinterpret_cast<uintptr_t>(pc));
  DropFramesInside(task.pending.pc, &trace);
  return trace;
}

Backtrace CurrentBacktrace() {
  const Task& task = *scheduler.current();
  Backtrace trace = WalkFrames(
      task.stack, reinterpret_cast<uintptr_t>(__builtin_frame_address(0)), 0);
  DropFramesInside(task.pending.pc, &trace);
  return trace;
}

}  // namespace detsim::runtime
