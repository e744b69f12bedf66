#include "runtime/trace/able_threads.h"

namespace detsim::runtime {

std::vector<uint32_t> AbleThreads::OthersAt(size_t event, uint32_t task) {
  for (; next_ < changes_.size() && changes_[next_].event <= event; ++next_) {
    const AbleChange& change = changes_[next_];
    if (change.able != 0)
      able_.insert(change.task);
    else
      able_.erase(change.task);
  }
  std::vector<uint32_t> others(able_.begin(), able_.end());
  std::erase(others, task);
  return others;
}

}  // namespace detsim::runtime
