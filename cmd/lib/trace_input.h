// Finds and reads the trace that a person named: a trace file, or the failure
// that it belongs to, and the minimized form beside it.
#ifndef DETSIM_CMD_LIB_TRACE_INPUT_H_
#define DETSIM_CMD_LIB_TRACE_INPUT_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

struct LoadedTrace {
  runtime::Trace trace;
  std::string warning;  // The file is damaged, but part of it could be read.
};

// From a .trace file, or from the failure (.json) that it belongs to.
// InvalidArgument in one line when there is nothing to show.
absl::StatusOr<LoadedTrace> LoadTrace(const std::string& path);

struct TracePair {
  std::string original;
  std::string minimized;
};

// The two forms of a failure by the path of either, if both are there:
// NAME.json and NAME.min.json, or the same with .trace.
std::optional<TracePair> PairOf(const std::string& path);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TRACE_INPUT_H_
