#include "runtime/strategy/strategies.h"

namespace detsim::runtime {

std::span<const StrategyRow> Strategies() {
  static const StrategyRow rows[] = {
      {"calm", "nothing unusual ever happens", &CalmSource(), false},
      {"portfolio", "all of the following, in turns", &PortfolioStrategy(),
       true, true},
      {"random", "a uniformly random thread at every step", &RandomStrategy(),
       true},
      {"pct", "random priorities with a few change points", &PctStrategy(),
       true},
      {"pos", "random priorities, drawn anew after a conflict", &PosStrategy(),
       true, true},
      {"surw", "uniform orders of the events on one shared object",
       &SurwStrategy(), true, true},
      {"rff", "reads made to read from chosen writes", &RffStrategy(), true,
       true},
      {"guided", "the steps of a script, which a search has made",
       &GuidedSource(), false},
      {"replay", "the recorded choices", &ReplaySource(), false},
      {"redraw", "the recorded choices at first, then random ones",
       &RedrawSource(), false},
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
