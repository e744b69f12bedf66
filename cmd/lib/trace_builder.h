// From a recorded run to a trace file: resolves addresses to source places and
// names objects.
#ifndef DETSIM_CMD_LIB_TRACE_BUILDER_H_
#define DETSIM_CMD_LIB_TRACE_BUILDER_H_

#include <string>

#include "cmd/lib/failure_reader.h"
#include "runtime/trace/run_result.h"
#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

// "mutex", "condition variable": what an operation's object is.
std::string ObjectType(runtime::OperationKind kind);

// `result` was recorded with RunRequest::record_trace.
runtime::Trace BuildTrace(const std::string& test, const std::string& strategy,
                          const runtime::RunResult& result,
                          const FailureText& failure,
                          const ProgramPlaces& places);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TRACE_BUILDER_H_
