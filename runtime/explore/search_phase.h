// The part of a sweep in which a search (schedule_search.h) says which way each
// run goes: cuts its generations into batches, and tells it of their runs.
#ifndef DETSIM_RUNTIME_EXPLORE_SEARCH_PHASE_H_
#define DETSIM_RUNTIME_EXPLORE_SEARCH_PHASE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/explore/schedule_search.h"

namespace detsim::runtime {

class SearchPhase {
 public:
  // For at most `runs_max` runs.
  SearchPhase(std::unique_ptr<ScheduleSearch> search, uint64_t runs_max)
      : search_(std::move(search)), runs_left_(runs_max) {}

  // The scripts of the next batch, at most `max` of them; none while the
  // generation is out, and when the phase has ended.
  std::vector<RunScript> NextBatch(size_t max);

  // Runs, in the order in which their scripts were handed out.
  void Merge(const RunResult& run);

  // Nothing is out, and nothing will come.
  bool ended() const { return ended_; }
  SearchResult result() const { return search_->result(); }

 private:
  // Large enough for several workers, small enough that what a run shows soon
  // says where to go on.
  static constexpr size_t kGenerationMax = 2000;

  void Refill();

  std::unique_ptr<ScheduleSearch> search_;
  uint64_t runs_left_;
  std::vector<RunScript> generation_;
  size_t handed_out_ = 0;
  size_t merged_ = 0;
  bool ended_ = false;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_SEARCH_PHASE_H_
