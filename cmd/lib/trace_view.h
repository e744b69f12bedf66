// A trace as a story for people: its steps by thread, with source lines, and
// every unusual choice marked.
#ifndef DETSIM_CMD_LIB_TRACE_VIEW_H_
#define DETSIM_CMD_LIB_TRACE_VIEW_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

struct TraceViewOptions {
  uint64_t limit = 0;  // Last steps shown; 0 is all.
  bool color = false;
};

// Lines of the user's files, read when first asked for.
class SourceLines {
 public:
  // Without indentation; empty if the file or the line is not there.
  std::string Line(const std::string& file, uint32_t line);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

// What was chosen instead of the usual: "PREEMPTED: T2 runs instead".
std::string ChoiceText(const runtime::Trace& trace, size_t event);

std::string TraceText(const runtime::Trace& trace, SourceLines* sources,
                      const TraceViewOptions& options);

struct LoadedTrace {
  runtime::Trace trace;
  std::string warning;  // The file is damaged, but part of it could be read.
};

// From a .trace file, or from the failure (.json) that it belongs to.
// InvalidArgument in one line when there is nothing to show.
absl::StatusOr<LoadedTrace> LoadTrace(const std::string& path);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TRACE_VIEW_H_
