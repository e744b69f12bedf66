#include "runtime/explore/schedule_search.h"

#include "runtime/explore/bounded_search.h"
#include "runtime/explore/dfs_search.h"

namespace detsim::runtime {

std::span<const SearchRow> Searches() {
  static const SearchRow rows[] = {
      {kBounded, "all schedules with 0, 1, 2, ... unusual choices"},
      {kDfs, "all schedules, one of each that differ in order only"},
  };
  return rows;
}

std::unique_ptr<ScheduleSearch> MakeSearch(std::string_view strategy,
                                           const RunOptions& options,
                                           uint64_t runs_max) {
  if (strategy == kBounded)
    return std::make_unique<BoundedSearch>(options, runs_max);
  if (strategy == kDfs) return std::make_unique<DfsSearch>(options);
  return nullptr;
}

}  // namespace detsim::runtime
