// Drives a search over one of the programs (search_programs.h) in a worker.
#ifndef DETSIM_TEST_RUNTIME_SEARCH_SEARCH_RUNNER_H_
#define DETSIM_TEST_RUNTIME_SEARCH_SEARCH_RUNNER_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "runtime/explore/schedule_search.h"
#include "runtime/trace/run_result.h"

namespace detsim::runtime {

struct SearchOutcome {
  SearchResult result;
  std::map<std::string, int> outputs;  // How many runs printed that.
  std::map<Verdict, int> verdicts;
  std::vector<RunResult> failing;  // One of each output.
  std::vector<RunScript> scripts;  // In order.
};

struct SearchPlan {
  std::string strategy = "dfs";
  uint64_t runs_max = 20'000;
  uint32_t generation = 200;
  RunOptions options;
};

SearchOutcome RunSearch(const SearchPlan& plan, const std::string& program,
                        int argument = 0);

// What random schedules print, one for each of `seeds`.
std::set<std::string> RandomOutputs(const std::string& program, int argument,
                                    uint32_t seeds);

// Replays `run`'s choices in a process of its own.
RunResult ReplayOf(const RunResult& run, const std::string& program,
                   int argument = 0);

}  // namespace detsim::runtime

#endif  // DETSIM_TEST_RUNTIME_SEARCH_SEARCH_RUNNER_H_
