// A trace as a story for people: its steps by thread, with source lines, and
// every unusual choice marked.
#ifndef DETSIM_CMD_LIB_TRACE_VIEW_H_
#define DETSIM_CMD_LIB_TRACE_VIEW_H_

#include <cstdint>
#include <optional>
#include <string>

#include "cmd/lib/trace_words.h"
#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

struct TraceViewOptions {
  uint64_t limit = 0;  // Last steps shown; 0 is all.
  uint64_t fold = 0;   // Undisturbed stretches longer than this; 0 is none.
  // Only steps of this thread (and choices that let it run), by index.
  std::optional<uint32_t> thread;
  std::optional<uint32_t> object;  // Only steps with this object.
  bool color = false;
};

std::string TraceText(const runtime::Trace& trace, SourceLines* sources,
                      const TraceViewOptions& options);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TRACE_VIEW_H_
