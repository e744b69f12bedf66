// What connects the steps of a trace: who held which lock from where to where,
// and who wrote what is read. Neither is in the file; both follow from the
// operations. Where they do not (whether a try succeeded, which of several
// mutexes a wait gave up) the thread's own later steps decide.
#ifndef DETSIM_CMD_LIB_TRACE_LINKS_H_
#define DETSIM_CMD_LIB_TRACE_LINKS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

// No event: "until the end of the run", "nothing follows".
inline constexpr size_t kNoEvent = ~size_t{0};

// A mutex, shared mutex or spin lock in the hands of a thread.
struct LockHold {
  uint32_t task = 0;
  uint32_t object = 0;
  bool shared = false;
  size_t first = 0;        // Event at which it was taken.
  size_t last = kNoEvent;  // Event at which it was given up.

  friend bool operator==(const LockHold&, const LockHold&) = default;
};

// In the order in which they were taken.
std::vector<LockHold> LockHolds(const runtime::Trace& trace);

// For each event on an atomic the step before that last wrote to it: what it
// reads from, as runs are sequentially consistent. None for other events, and
// where nothing was written before. In traces of version 1 nothing tells a
// compare-exchange that failed from one that wrote, and both count.
std::vector<size_t> LastWrites(const runtime::Trace& trace);

// For each event the next of the same thread that is not a choice.
std::vector<size_t> NextOfThread(const runtime::Trace& trace);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TRACE_LINKS_H_
