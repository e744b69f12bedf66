#include "runtime/explore/sweep_strategies.h"

#include "runtime/strategy/strategies.h"

namespace detsim::runtime {

std::vector<std::string> SweepStrategies() {
  std::vector<std::string> names;
  for (const StrategyRow& row : Strategies()) {
    if (row.draws) names.emplace_back(row.name);
  }
  return names;
}

std::string DescribeSweepStrategies() {
  std::string text;
  for (const StrategyRow& row : Strategies()) {
    if (!row.draws) continue;
    if (!text.empty()) text += ", ";
    text.append(row.name).append(" (").append(row.summary).append(")");
  }
  return text;
}

}  // namespace detsim::runtime
