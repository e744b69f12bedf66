// How often a program shows a data race.
#ifndef DETSIM_TEST_RUNTIME_MEMORY_RACING_SEEDS_H_
#define DETSIM_TEST_RUNTIME_MEMORY_RACING_SEEDS_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "test/runtime/sched/scenario.h"

namespace detsim::runtime {

inline constexpr uint64_t kSeeds = 60;

// How many of the seeds show a race. All must pass otherwise.
inline uint64_t RacingSeeds(const Body& body) {
  std::vector<Outcome> outcomes =
      RunSeeds({.strategy = "random", .find_races = true}, kSeeds, body);
  EXPECT_TRUE(std::all_of(outcomes.begin(), outcomes.end(),
                          [](const Outcome& o) { return o.passed(); }));
  return static_cast<uint64_t>(
      std::count_if(outcomes.begin(), outcomes.end(),
                    [](const Outcome& o) { return !o.races.empty(); }));
}

}  // namespace detsim::runtime

#endif  // DETSIM_TEST_RUNTIME_MEMORY_RACING_SEEDS_H_
