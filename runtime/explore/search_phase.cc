#include "runtime/explore/search_phase.h"

#include <algorithm>
#include <utility>

namespace detsim::runtime {

// Whether the phase has ended is known when its last run is merged, not when
// somebody asks for more.
void SearchPhase::Refill() {
  generation_.clear();
  handed_out_ = merged_ = 0;
  // Without room for a run the search still says whether it is done.
  generation_ = search_->Next(std::min<uint64_t>(kGenerationMax, runs_left_));
  runs_left_ -= generation_.size();
  ended_ = generation_.empty();
}

std::vector<RunScript> SearchPhase::NextBatch(size_t max) {
  if (generation_.empty() && !ended_) Refill();
  size_t end = std::min(generation_.size(), handed_out_ + max);
  std::vector<RunScript> scripts;
  for (; handed_out_ < end; ++handed_out_)
    scripts.push_back(std::move(generation_[handed_out_]));
  return scripts;
}

void SearchPhase::Merge(const RunResult& run) {
  search_->Merge(run);
  if (++merged_ == generation_.size()) Refill();
}

}  // namespace detsim::runtime
