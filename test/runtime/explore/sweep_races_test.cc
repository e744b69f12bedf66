// What a sweep makes of data races that runs show.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "runtime/explore/sweep.h"
#include "test/runtime/explore/model_program.h"

namespace detsim::runtime {
namespace {

// Each race is told by the address of its later access.
class RaceClassifier : public ModelClassifier {
 public:
  std::vector<FailureIdentity> RacesOf(const RunResult& result) override {
    std::vector<FailureIdentity> races;
    for (const RaceReport& race : result.races)
      races.push_back({.kind = Verdict::kDataRace,
                       .test = "Model",
                       .place = std::to_string(race.later.pc)});
    return races;
  }
};

// A sweep over a program that shows race 1 in seeds that look for races, and
// race 2 in those that are a multiple of 3 as well.
SweepResult SweepOverRaces(SweepOptions options, size_t ahead = 1) {
  ModelProgram program({});
  RaceClassifier classifier;
  Sweep sweep(std::move(options), &classifier);
  while (!sweep.finished()) {
    std::vector<std::pair<SweepBatch, std::vector<RunResult>>> out;
    while (out.size() < ahead) {
      auto batch = sweep.NextBatch();
      if (!batch) break;
      uint32_t every = batch->request.find_races_every;
      std::vector<RunResult> results = *program.Run(batch->request);
      for (RunResult& result : results) {
        uint64_t seed = result.summary.seed;
        if (every == 0 || seed % every != 1 % every) continue;
        result.races.emplace_back().later.pc = 1;
        if (seed % 3 == 0) result.races.emplace_back().later.pc = 2;
      }
      out.emplace_back(std::move(*batch), std::move(results));
    }
    std::reverse(out.begin(), out.end());
    for (auto& [batch, results] : out) sweep.Absorb(batch, std::move(results));
  }
  return sweep.TakeResult();
}

TEST(SweepRacesTest, EachRaceIsCountedAndFailsNothing) {
  SweepResult result = SweepOverRaces({.trials = 240, .find_races_every = 8});
  EXPECT_EQ(result.runs, 240u);
  EXPECT_EQ(result.failing_runs, 0u);
  EXPECT_TRUE(result.failures.empty());
  ASSERT_EQ(result.races.size(), 2u);
  EXPECT_EQ(result.races[0].runs_failing, 30u);  // Of 240 one in eight.
  EXPECT_EQ(result.races[1].runs_failing, 10u);  // Of these one in three.
}

TEST(SweepRacesTest, ARaceKnowsItsFirstRunAndBatch) {
  SweepResult result = SweepOverRaces({.trials = 240, .find_races_every = 8});
  const SweepFailure& second = result.races.at(1);
  EXPECT_EQ(second.first.summary.seed, 9u);
  EXPECT_EQ(second.runs_to_first, 9u);
  EXPECT_LE(second.batch.first_seed, 9u);
  EXPECT_GT(second.batch.first_seed + second.batch.count, 9u);
  EXPECT_EQ(second.batch.find_races_every, 8u);
}

TEST(SweepRacesTest, RacesDoNotDependOnTheOrderOfArrival) {
  SweepOptions options = {.trials = 2000, .find_races_every = 8};
  SweepResult alone = SweepOverRaces(options);
  SweepResult many = SweepOverRaces(options, 5);
  ASSERT_EQ(alone.races.size(), many.races.size());
  for (size_t i = 0; i < alone.races.size(); ++i) {
    EXPECT_EQ(alone.races[i].identity, many.races[i].identity);
    EXPECT_EQ(alone.races[i].runs_failing, many.races[i].runs_failing);
    EXPECT_EQ(alone.races[i].runs_to_first, many.races[i].runs_to_first);
  }
}

TEST(SweepRacesTest, WithoutLookingThereAreNone) {
  EXPECT_TRUE(SweepOverRaces({.trials = 100}).races.empty());
}

}  // namespace
}  // namespace detsim::runtime
