// A run made of given operations, for tests of what follows from them.
#ifndef DETSIM_TEST_CMD_TRACE_OF_H_
#define DETSIM_TEST_CMD_TRACE_OF_H_

#include <cstdint>
#include <vector>

#include "test/cmd/sample_trace.h"

namespace detsim::cmd {

struct Step {
  uint32_t task;
  runtime::OperationKind kind;
  uint32_t object;
};

// Of the threads, objects and places of SampleTrace().
inline runtime::Trace TraceOf(const std::vector<Step>& steps) {
  runtime::Trace trace = SampleTrace("/p");
  trace.events.clear();
  for (const Step& step : steps) {
    runtime::TraceEvent& event = trace.events.emplace_back();
    event.task = step.task;
    event.kind = step.kind;
    event.object = step.object;
  }
  return trace;
}

}  // namespace detsim::cmd

#endif  // DETSIM_TEST_CMD_TRACE_OF_H_
