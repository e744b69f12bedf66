// The table of choice sources by name.
#ifndef DETSIM_RUNTIME_STRATEGY_STRATEGIES_H_
#define DETSIM_RUNTIME_STRATEGY_STRATEGIES_H_

#include <span>
#include <string_view>

#include "runtime/choice/choice_source.h"

namespace detsim::runtime {

struct StrategyRow {
  std::string_view name;
  std::string_view summary;  // One line for --help.
  ChoiceSource* source;
  bool draws;           // False for replay and calm: not for --strategy.
  bool learns = false;  // It uses more of the profile than estimates of sizes.
};

std::span<const StrategyRow> Strategies();

// Null if there is no such strategy.
ChoiceSource* FindStrategy(std::string_view name);

// The rows' objects, each in the file of its name.
ChoiceSource& CalmSource();
ChoiceSource& RandomStrategy();
ChoiceSource& PctStrategy();
ChoiceSource& PosStrategy();
ChoiceSource& SurwStrategy();
ChoiceSource& RffStrategy();
ChoiceSource& PortfolioStrategy();
ChoiceSource& ReplaySource();
ChoiceSource& RedrawSource();
ChoiceSource& GuidedSource();

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_STRATEGY_STRATEGIES_H_
