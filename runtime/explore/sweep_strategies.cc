#include "runtime/explore/sweep_strategies.h"

#include "runtime/explore/schedule_search.h"
#include "runtime/strategy/portfolio.h"
#include "runtime/strategy/strategies.h"

namespace detsim::runtime {

std::vector<std::string> SweepStrategies() {
  std::vector<std::string> names;
  for (const StrategyRow& row : Strategies()) {
    if (row.draws) names.emplace_back(row.name);
  }
  for (const SearchRow& row : Searches()) names.emplace_back(row.name);
  return names;
}

bool IsRunStrategy(const std::string& name) {
  return FindStrategy(name) != nullptr;
}

std::string DescribeSweepStrategies() {
  std::string text;
  auto add = [&text](const auto& row) {
    if (!text.empty()) text += ", ";
    text.append(row.name).append(" (").append(row.summary).append(")");
  };
  for (const StrategyRow& row : Strategies()) {
    if (row.draws) add(row);
  }
  for (const SearchRow& row : Searches()) add(row);
  return text;
}

std::string StrategyOfTurn(const std::string& strategy, uint8_t turn) {
  if (turn == 0 || turn > PortfolioStrategies().size()) return strategy;
  return std::string(PortfolioStrategies()[turn - 1].name);
}

}  // namespace detsim::runtime
