// random.cc.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <set>

#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

TEST(RandomNumberTest, NumbersOfACalmRunDiffer) {
  Outcome outcome = RunScenario({}, [] {
    std::set<uint32_t> numbers;
    for (int i = 0; i < 100; ++i) numbers.insert(detsim_random_u32());
    SIM_CHECK(numbers.size() == 100);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
  EXPECT_EQ(outcome.unusual, 0u);
}

TEST(RandomNumberTest, SeedsDifferAndAreRecorded) {
  std::set<std::string> logs;
  for (const Outcome& outcome : RunSeeds({.strategy = "random"}, 50, [] {
         Log(static_cast<int64_t>(detsim_random_u32()));
         Log(static_cast<int64_t>(detsim_random_u32()));
       })) {
    logs.insert(outcome.log);
    EXPECT_EQ(outcome.choices.size(), 2u);
  }
  EXPECT_EQ(logs.size(), 50u);
}

TEST(RandomNumberTest, RandStartsOverWithEachRun) {
  std::set<std::string> logs;
  for (const Outcome& outcome : RunSeeds({.strategy = "random"}, 5, [] {
         Log(detsim_rand());
         Log(detsim_rand());
         detsim_srand(7);
       })) {
    logs.insert(outcome.log);
  }
  EXPECT_EQ(logs.size(), 1u);
}

TEST(RandomNumberTest, SrandRepeatsTheSequence) {
  Outcome outcome = RunScenario({}, [] {
    int first = detsim_rand();
    detsim_srand(7);
    int seven = detsim_rand();
    SIM_CHECK(seven != first);
    detsim_srand(1);
    SIM_CHECK(detsim_rand() == first);
    detsim_srand(7);
    SIM_CHECK(detsim_rand() == seven);
    for (int i = 0; i < 1000; ++i) SIM_CHECK(detsim_rand() >= 0);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

// What this process draws; nothing before it has drawn.
TEST(RandomNumberTest, GeneratorsAreThoseOfTheLibrary) {
  unsigned short state[3] = {1, 2, 3}, other[3] = {1, 2, 3};
  std::string expected;
  auto add = [](std::string* text, auto value) {
    *text += std::to_string(value) + " ";
  };
  add(&expected, random());
  add(&expected, random());
  add(&expected, lrand48());
  add(&expected, drand48());
  add(&expected, jrand48(state));
  srand48(7);
  add(&expected, mrand48());
  Outcome outcome = RunScenario({}, [&] {
    std::string drawn;
    add(&drawn, detsim_random());
    add(&drawn, detsim_rand());
    add(&drawn, detsim_lrand48());
    add(&drawn, detsim_drand48());
    add(&drawn, detsim_jrand48(other));
    detsim_srand48(7);
    add(&drawn, detsim_mrand48());
    Log(drawn);
  });
  EXPECT_EQ(outcome.log, expected);
}

}  // namespace
}  // namespace detsim::runtime
