#include "runtime/strategy/strategies.h"

namespace detsim::runtime {

std::span<const StrategyRow> Strategies() {
  static const StrategyRow rows[] = {
      {"calm", "nothing unusual ever happens", &CalmSource(), false},
      {"random", "a uniformly random thread at every step", &RandomStrategy(),
       true},
      {"pct", "random priorities with a few change points", &PctStrategy(),
       true},
      {"replay", "the recorded choices", &ReplaySource(), false},
  };
  return rows;
}

ChoiceSource* FindStrategy(std::string_view name) {
  for (const StrategyRow& row : Strategies()) {
    if (row.name == name) return row.source;
  }
  return nullptr;
}

}  // namespace detsim::runtime
