// Who could run at each event of a trace, from the changes that it holds.
#ifndef DETSIM_RUNTIME_TRACE_ABLE_THREADS_H_
#define DETSIM_RUNTIME_TRACE_ABLE_THREADS_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "runtime/trace/event.h"

namespace detsim::runtime {

// Goes forward only: a set for each event would be too much of a long trace.
class AbleThreads {
 public:
  // `changes` must outlive it.
  explicit AbleThreads(const std::vector<AbleChange>& changes)
      : changes_(changes) {}

  // The threads other than `task` that could run at event number `event`, which
  // is not before that of the last call.
  std::vector<uint32_t> OthersAt(size_t event, uint32_t task);

 private:
  const std::vector<AbleChange>& changes_;
  size_t next_ = 0;
  std::set<uint32_t> able_ = {0};
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_TRACE_ABLE_THREADS_H_
