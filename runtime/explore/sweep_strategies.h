// Which strategies a sweep can use, for tools that only need their names.
#ifndef DETSIM_RUNTIME_EXPLORE_SWEEP_STRATEGIES_H_
#define DETSIM_RUNTIME_EXPLORE_SWEEP_STRATEGIES_H_

#include <string>
#include <vector>

namespace detsim::runtime {

// The rows of the strategy table that draw from a seed.
std::vector<std::string> SweepStrategies();

// The same for --help: "random (a uniformly random thread ...), pct (...)".
std::string DescribeSweepStrategies();

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_SWEEP_STRATEGIES_H_
