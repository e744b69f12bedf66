// Determinism, checked instead of assumed: the same request performed in two
// different processes must give the same runs.
#ifndef DETSIM_RUNTIME_EXPLORE_CHECK_H_
#define DETSIM_RUNTIME_EXPLORE_CHECK_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/trace/run_result.h"

namespace detsim::runtime {

struct Difference {
  uint64_t seed = 0;
  std::string what;  // "trace hash 1f.. against 2e..", "passed against crash".
};

// Compares run by run; empty when all are equal.
std::vector<Difference> CompareRuns(const std::vector<RunResult>& first,
                                    const std::vector<RunResult>& second);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_CHECK_H_
