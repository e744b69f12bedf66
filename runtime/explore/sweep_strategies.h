// Which strategies a sweep can use, for tools that only need their names.
#ifndef DETSIM_RUNTIME_EXPLORE_SWEEP_STRATEGIES_H_
#define DETSIM_RUNTIME_EXPLORE_SWEEP_STRATEGIES_H_

#include <cstdint>
#include <string>
#include <vector>

namespace detsim::runtime {

// The rows of the strategy table that draw from a seed, and the searches.
std::vector<std::string> SweepStrategies();

// The same for --help: "random (a uniformly random thread ...), pct (...)".
std::string DescribeSweepStrategies();

// Whether a worker can be asked for runs that are drawn so: any row of the
// strategy table.
bool IsRunStrategy(const std::string& name);

// Who drew a run: the portfolio's strategy of that turn (RunSummary::turn), or
// `strategy` if there is none.
std::string StrategyOfTurn(const std::string& strategy, uint8_t turn);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_SWEEP_STRATEGIES_H_
