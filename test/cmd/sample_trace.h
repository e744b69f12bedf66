// A small deadlock to show: main joins T1, which waits on a condition variable
// that main notified before.
#ifndef DETSIM_TEST_CMD_SAMPLE_TRACE_H_
#define DETSIM_TEST_CMD_SAMPLE_TRACE_H_

#include <string>

#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

// Events are main's lock, a preemption, T1's wait, and so on; the places are
// lines 1 to 5 of PROJECT/queue.cc.
inline runtime::Trace SampleTrace(const std::string& project) {
  using runtime::OperationKind;
  runtime::Trace trace;
  trace.test = "QueueTest.Drains";
  trace.project = project;
  trace.strategy = "random";
  trace.verdict = runtime::Verdict::kDeadlock;
  trace.message = "no thread can go on";
  trace.seed = 17;
  trace.decisions = 12;
  trace.unusual = 1;
  trace.locations.emplace_back();
  for (uint32_t line = 1; line <= 5; ++line)
    trace.locations.push_back({project + "/queue.cc", line, "Queue::Pop(int)"});
  trace.threads.resize(2);
  trace.threads[0] = {.key = runtime::kMainThreadKey,
                      .path = "0",
                      .blocked = true,
                      .pending = OperationKind::kJoin,
                      .pending_location = 5,
                      .holder = 1,
                      .stack = {5}};
  trace.threads[1] = {.key = 7,
                      .path = "0.0",
                      .name = "worker",
                      .spawn_location = 1,
                      .blocked = true,
                      .pending = OperationKind::kWait,
                      .pending_location = 3,
                      .object = 2,
                      .stack = {3, 4}};
  trace.failure_location = 3;
  trace.failure_thread = 0;
  trace.objects = {{.ordinal = 1, .type = "mutex"},
                   {.ordinal = 2, .type = "condition variable"}};
  auto add = [&trace](uint32_t task, OperationKind kind, uint32_t object,
                      uint32_t location) -> runtime::TraceEvent& {
    runtime::TraceEvent& event = trace.events.emplace_back();
    event.task = task;
    event.kind = kind;
    event.object = object;
    event.location = location;
    return event;
  };
  add(0, OperationKind::kSpawn, 0, 1).other = 1;
  add(0, OperationKind::kLock, 1, 2);
  runtime::TraceEvent& choice = add(0, OperationKind::kNotifyAll, 2, 4);
  choice.choice_stream = static_cast<uint8_t>(runtime::Stream::kSchedule);
  choice.choice_value = 7;
  add(1, OperationKind::kStart, 0, 1);
  add(0, OperationKind::kNotifyAll, 2, 4);
  add(1, OperationKind::kWait, 2, 3);
  add(1, OperationKind::kBlock, 2, 3);
  add(0, OperationKind::kJoin, 0, 5);
  add(0, OperationKind::kBlock, 0, 5);
  return trace;
}

}  // namespace detsim::cmd

#endif  // DETSIM_TEST_CMD_SAMPLE_TRACE_H_
