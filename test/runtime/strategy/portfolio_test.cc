#include "runtime/strategy/portfolio.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "runtime/strategy/strategies.h"
#include "test/runtime/strategy/model.h"

namespace detsim::runtime {
namespace {

TEST(PortfolioTest, ItsStrategiesAreRowsOfTheTable) {
  EXPECT_LE(PortfolioStrategies().size(), kProfileStrategies);
  for (const PortfolioRow& row : PortfolioStrategies()) {
    EXPECT_EQ(FindStrategy(row.name), row.source) << row.name;
  }
}

TEST(PortfolioTest, EachHasATurnSoonAndOftenWhateverTheOthersFind) {
  Profile profile = {.steps = 10, .runs = 1000};
  profile.yields[0] = {.runs = 1000, .fresh = 1000};
  std::vector<int> turns(PortfolioStrategies().size());
  for (uint64_t seed = 1; seed <= 1000; ++seed) {
    ++turns[PortfolioTurn(seed, profile)];
  }
  for (int count : turns) EXPECT_GT(count, 20);
}

TEST(PortfolioTest, ARunIsThatOfTheStrategyWhoseTurnItIs) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    RunStart start = {.seed = seed, .profile = {.steps = 20}};
    std::string run = RunModel(PortfolioStrategy(), start, {5, 6, 7});
    uint32_t turn = PortfolioTurn(seed, start.profile);
    EXPECT_EQ(PortfolioStrategy().Turn(), turn + 1);
    EXPECT_EQ(run,
              RunModel(*PortfolioStrategies()[turn].source, start, {5, 6, 7}));
  }
}

}  // namespace
}  // namespace detsim::runtime
