// Two runs of a test side by side: where they part, and which unusual choices
// are in both. Of a failure and its minimized form: what the minimizer kept and
// what it dropped.
#ifndef DETSIM_CMD_LIB_TRACE_DIFF_H_
#define DETSIM_CMD_LIB_TRACE_DIFF_H_

#include <string>

#include "cmd/lib/trace_words.h"
#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

struct TraceDiffOptions {
  size_t rows_max = 0;  // Choices listed; 0 is all.
  bool color = false;
};

struct NamedTrace {
  std::string name;  // What the user called it.
  const runtime::Trace* trace = nullptr;
};

std::string DiffText(const NamedTrace& a, const NamedTrace& b,
                     SourceLines* sources, const TraceDiffOptions& options);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TRACE_DIFF_H_
