// From a recorded run to a trace file: resolves addresses to source places and
// names objects.
#ifndef DETSIM_CMD_LIB_TRACE_BUILDER_H_
#define DETSIM_CMD_LIB_TRACE_BUILDER_H_

#include "cmd/lib/failure_text.h"
#include "runtime/trace/run_result.h"
#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

// The run, its threads and, if it was recorded with
// RunRequest::record_trace, its events.
runtime::Trace BuildTrace(const runtime::RunResult& result,
                          const ProgramPlaces& places);

// Adds what the run itself does not know: what is said of its failure.
void AddFailure(const FailureText& failure, runtime::Trace* trace);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TRACE_BUILDER_H_
