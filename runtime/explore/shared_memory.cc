#include "runtime/explore/shared_memory.h"

#include <algorithm>

namespace detsim::runtime {

uint64_t SharedMemory::EndGranule(const Touch& touch) {
  uint64_t first = FirstGranule(touch);
  uint64_t end = (touch.address + touch.size - 1) / 8 + 1;
  return std::min(end, first + kGranulesMax);
}

void SharedMemory::Add(ThreadKey thread, const Touch& touch,
                       std::vector<uint64_t>* news) {
  for (uint64_t g = FirstGranule(touch); g < EndGranule(touch); ++g) {
    auto [found, added] = uses_.try_emplace(g, Use{.thread = thread});
    Use& use = found->second;
    bool before = use.shared();
    if (touch.mode != TouchMode::kRead) use.written = true;
    if (use.thread != thread) use.by_others = true;
    if (!before && use.shared()) news->push_back(g);
  }
}

bool SharedMemory::IsShared(const Touch& touch) const {
  for (uint64_t g = FirstGranule(touch); g < EndGranule(touch); ++g) {
    auto found = uses_.find(g);
    if (found != uses_.end() && found->second.shared()) return true;
  }
  return false;
}

}  // namespace detsim::runtime
