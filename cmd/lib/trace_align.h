// Which steps of two runs of the same test are the same step. Threads are
// matched by their spawn path, and within a thread the longest common sequence
// of steps; an object's number is not compared, as it depends on who came
// first.
#ifndef DETSIM_CMD_LIB_TRACE_ALIGN_H_
#define DETSIM_CMD_LIB_TRACE_ALIGN_H_

#include <cstddef>
#include <vector>

#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

struct TraceAlignment {
  std::vector<size_t> to_b;  // For each event of A that of B, or kNoEvent.
  std::vector<size_t> to_a;
  size_t common = 0;  // So many events at the start are the same, in order.
};

TraceAlignment AlignTraces(const runtime::Trace& a, const runtime::Trace& b);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TRACE_ALIGN_H_
