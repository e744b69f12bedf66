// Searches that do not draw schedules but enumerate them: each run follows a
// script made from what earlier runs have shown. A search is a state machine
// like the sweep that drives it: it hands out scripts, a generation at a time,
// and is told of their runs in the same order, so that all it concludes is a
// function of the program alone.
#ifndef DETSIM_RUNTIME_EXPLORE_SCHEDULE_SEARCH_H_
#define DETSIM_RUNTIME_EXPLORE_SCHEDULE_SEARCH_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/trace/run_result.h"

namespace detsim::runtime {

// What a search can say at its end, or so far.
struct SearchResult {
  std::string search;      // "dfs" or "bounded".
  bool exhausted = false;  // Nothing is left to run.
  // Why the search ended before that, in words; empty if it did not.
  std::string gave_up;
  uint64_t runs = 0;
  // dfs: schedules of which no two are equivalent; bounded: schedules.
  uint64_t schedules = 0;
  // bounded: every schedule with at most so many unusual choices was run; -1
  // before the first was.
  int64_t bound = -1;
  // What every run had in common although it may differ in reality.
  std::vector<std::string> held_fixed;
};

class ScheduleSearch {
 public:
  virtual ~ScheduleSearch() = default;

  // The next generation, at most `max` scripts; none when the search has ended.
  // REQUIRES: Merge() was called for each script handed out before.
  virtual std::vector<RunScript> Next(size_t max) = 0;

  // The run of the next script in the order in which they were handed out.
  virtual void Merge(const RunResult& run) = 0;

  virtual SearchResult result() const = 0;
};

// The strategies that are searches, for --strategy.
inline constexpr std::string_view kDfs = "dfs";
inline constexpr std::string_view kBounded = "bounded";

struct SearchRow {
  std::string_view name;
  std::string_view summary;  // One line for --help.
};
std::span<const SearchRow> Searches();

// The choice source that performs their runs.
inline constexpr std::string_view kGuided = "guided";

// A search from its start, for at most `runs_max` runs; null if there is none
// of that name.
std::unique_ptr<ScheduleSearch> MakeSearch(std::string_view strategy,
                                           const RunOptions& options,
                                           uint64_t runs_max);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_SCHEDULE_SEARCH_H_
