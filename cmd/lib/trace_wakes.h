// When threads could not go on, and which step woke them. The file does not
// say; it follows from the operations, by playing the queues of waiters again.
#ifndef DETSIM_CMD_LIB_TRACE_WAKES_H_
#define DETSIM_CMD_LIB_TRACE_WAKES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cmd/lib/trace_links.h"
#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

// A thread could not go on for a while.
struct Blocking {
  uint32_t task = 0;
  uint32_t object = 0;
  runtime::OperationKind kind =
      runtime::OperationKind::kNone;  // What could not.
  size_t operation = 0;  // Event of that operation; the block if it has none.
  size_t block = 0;
  size_t resume = kNoEvent;  // Or the time-out; none if it never went on.
  size_t waker = kNoEvent;   // None: time passed, or nothing says who it was.

  friend bool operator==(const Blocking&, const Blocking&) = default;
};

// In the order in which they began.
std::vector<Blocking> Blockings(const runtime::Trace& trace);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TRACE_WAKES_H_
