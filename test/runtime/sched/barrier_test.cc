// barrier.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

TEST(BarrierTest, NobodyPassesBeforeEverybodyArrived) {
  std::vector<Outcome> outcomes = RunSeeds({.strategy = "random"}, 300, [] {
    detsim_barrier b = {.waiters = {}, .threshold = 3};
    Atomic arrived, last;
    auto body = [&] {
      for (int phase = 1; phase <= 3; ++phase) {
        arrived.FetchAdd(1);
        if (detsim_barrier_wait(&b) != 0) last.FetchAdd(1);
        SIM_CHECK(arrived.Load() >= 3 * phase);
      }
    };
    Thread a(body), c(body);
    body();
    a.Join();
    c.Join();
    SIM_CHECK(last.Load() == 3);
    detsim_barrier_destroy(&b);
  });
  for (const Outcome& outcome : outcomes) {
    EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
  }
}

TEST(BarrierTest, ThresholdOneNeverWaits) {
  Outcome outcome = RunScenario({}, [] {
    detsim_barrier b = {.waiters = {}, .threshold = 1};
    SIM_CHECK(detsim_barrier_wait(&b) != 0);
    SIM_CHECK(detsim_barrier_wait(&b) != 0);
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
}

TEST(BarrierTest, OneTooFewIsADeadlock) {
  Outcome outcome = RunScenario({}, [] {
    detsim_barrier b = {.waiters = {}, .threshold = 2};
    detsim_barrier_wait(&b);
  });
  EXPECT_EQ(outcome.verdict, Verdict::kDeadlock);
}

TEST(BarrierTest, DestroyingWhatIsWaitedAtIsMisuse) {
  Outcome outcome = RunScenario({}, [] {
    detsim_barrier b = {.waiters = {}, .threshold = 2};
    Thread a([&] { detsim_barrier_wait(&b); });
    SleepFor(kMs);
    detsim_barrier_destroy(&b);
  });
  EXPECT_EQ(outcome.verdict, Verdict::kMisuse);
  EXPECT_THAT(outcome.message, testing::HasSubstr("barrier is destroyed"));
}

}  // namespace
}  // namespace detsim::runtime
