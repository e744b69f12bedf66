// What the scheduler writes down of a run: unusual choices, and events when a
// trace is asked for.
#include <algorithm>

#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

// Beside `current`, which is among the ready ones while it requeues.
uint8_t CountOthers(size_t ready, const Task& current) {
  size_t others = ready - (current.state == TaskState::kReady ? 1 : 0);
  return static_cast<uint8_t>(std::min<size_t>(others, UINT8_MAX));
}

}  // namespace

// A debugger has a breakpoint in the function, and sets the number of the event
// at which it is called (cmd/lib/gdb/).
uint64_t debugger_stop = ~uint64_t{0};
__attribute__((noinline)) void DebuggerStop() { asm volatile(""); }

void Scheduler::AddEvent(const Event& event) {
  event_log_.Add(event);
  if (event_log_.events().size() == debugger_stop) [[unlikely]] {
    DebuggerStop();
  }
}

uint32_t Scheduler::CallersOf(uintptr_t pc) {
  if (pc == 0) return 0;
  uint32_t callers = caller_chains_.Of(
      current_->stack, reinterpret_cast<uintptr_t>(__builtin_frame_address(0)),
      pc);
  if (callers != 0) return callers;
  // A thread that has just begun is where it was started, by another one.
  const ThreadRecord& record = threads_[current_->index];
  return record.spawn_pc == pc ? record.spawn_callers : 0;
}

void Scheduler::Record(const ChoiceKey& key, uint64_t value) {
  ++unusual_;
  choices_.push_back({key, value});
  if (event_log_.on()) MarkChoice(key.stream, value);
}

void Scheduler::MarkChoice(Stream stream, uint64_t value) {
  const PendingOperation& pending = current_->pending;
  AddEvent({.time_ns = now_.ns,
            .pc = pending.pc,
            .choice_value = value,
            .task = current_->index,
            .object = pending.kind == OperationKind::kAccess
                          ? 0
                          : objects_.Ordinal(pending.object),
            .kind = pending.kind,
            .choice_stream = static_cast<uint8_t>(stream),
            .runnable = CountOthers(ready_.size(), *current_),
            .callers = CallersOf(pending.pc)});
}

void Scheduler::LogOperation() {
  const PendingOperation& pending = current_->pending;
  decision_log_.Add(
      {.key = {.thread = current_->key, .operation = current_->operation},
       .pc = pending.pc,
       .decision = decisions_,
       .object = objects_.Ordinal(pending.object),
       .kind = pending.kind,
       .writes = pending.writes,
       .callers = CallersOf(pending.pc)});
}

void Scheduler::LogQuestion(const ChoiceKey& key, DecisionEntry::Type type) {
  const PendingOperation& pending = current_->pending;
  decision_log_.Add({.key = key,
                     .pc = pending.pc,
                     .decision = decisions_,
                     .object = pending.kind == OperationKind::kAccess
                                   ? 0
                                   : objects_.Ordinal(pending.object),
                     .size = pending.size,
                     .kind = pending.kind,
                     .type = type,
                     .writes = pending.writes,
                     .callers = CallersOf(pending.pc)});
}

void Scheduler::Trace(const Task* task, OperationKind kind,
                      const volatile void* object, uintptr_t pc,
                      const Task* other) {
  // The object of a join is the thread that it waits for.
  if (kind == OperationKind::kJoin)
    other = static_cast<const Task*>(const_cast<const void*>(object));
  AddEvent({.time_ns = now_.ns,
            .pc = pc,
            .task = task->index,
            .object = objects_.Ordinal(object),
            .kind = kind,
            .runnable = CountOthers(ready_.size(), *current_),
            .other = other != nullptr ? other->index : 0,
            .callers = CallersOf(pc)});
}

void Scheduler::Note(OperationKind kind, const volatile void* object,
                     uintptr_t pc, const Task* other) {
  if (event_log_.on()) Trace(current_, kind, object, pc, other);
}

}  // namespace detsim::runtime
