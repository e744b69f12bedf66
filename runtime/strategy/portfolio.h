// Which strategies the portfolio is made of, and whose turn it is.
#ifndef DETSIM_RUNTIME_STRATEGY_PORTFOLIO_H_
#define DETSIM_RUNTIME_STRATEGY_PORTFOLIO_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "runtime/choice/choice_source.h"

namespace detsim::runtime {

struct PortfolioRow {
  std::string_view name;
  ChoiceSource* source;
};

// Turns repeat after so many seeds, and all that strategies take from a seed in
// other ways than by drawing after so many.
inline constexpr uint64_t kPortfolioCycle = 16;
inline constexpr uint64_t kPortfolioRound = 64;

// At most kProfileStrategies.
std::span<const PortfolioRow> PortfolioStrategies();

// The row that the run of `seed` uses; a function of its arguments.
uint32_t PortfolioTurn(uint64_t seed, const Profile& profile);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_STRATEGY_PORTFOLIO_H_
