// Threads that wait without blocking: they let others run, and are found out
// when nobody will ever do what they wait for.
#include <gtest/gtest.h>

#include "test/runtime/memory/instrumented.h"
#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

struct Spin {
  const char* name;
  void (*function)(int* flag);
};

class SpinTest : public testing::TestWithParam<Spin> {};

const Spin kSpins[] = {
    {"Load", &SpinOnLoad},         {"Exchange", &SpinOnExchange},
    {"Volatile", &SpinOnVolatile}, {"Yield", &SpinOnYield},
    {"Clock", &SpinOnClock},       {"Fence", &SpinOnFence},
    {"Sleep", &SpinOnSleep},
};

INSTANTIATE_TEST_SUITE_P(Every, SpinTest, testing::ValuesIn(kSpins),
                         [](const auto& spin) { return spin.param.name; });

TEST_P(SpinTest, EndsWhenAThreadThatCanRunSetsTheFlag) {
  Outcome outcome = RunScenario({}, [] {
    int flag = 0;
    Thread setter([&] { PlainStore(&flag, 1); });
    GetParam().function(&flag);
    setter.Join();
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
  EXPECT_LT(outcome.steps, 1000u);
}

TEST_P(SpinTest, EndsWhenASleepingThreadSetsTheFlag) {
  Outcome outcome = RunScenario({}, [] {
    int flag = 0;
    Thread setter([&] {
      SleepFor(1000 * kMs);
      PlainStore(&flag, 1);
    });
    GetParam().function(&flag);
    setter.Join();
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
  EXPECT_LT(outcome.steps, 3'000'000u);
}

TEST_P(SpinTest, EndsWhenTheThreadThatSetsTheFlagSpinsToo) {
  Outcome outcome = RunScenario({}, [] {
    int ping = 0;
    int pong = 0;
    Thread other([&] {
      GetParam().function(&ping);
      PlainStore(&pong, 1);
    });
    detsim_yield();
    PlainStore(&ping, 1);
    GetParam().function(&pong);
    other.Join();
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
}

TEST_P(SpinTest, EndsUnderEverySeed) {
  std::vector<Outcome> failing = FailingSeeds({.strategy = "random"}, 20, [] {
    int flag = 0;
    Thread setter([&] { PlainStore(&flag, 1); });
    GetParam().function(&flag);
    setter.Join();
  });
  EXPECT_TRUE(failing.empty()) << testing::PrintToString(failing[0]);
}

TEST_P(SpinTest, EndsUnderPct) {
  std::vector<Outcome> failing = FailingSeeds({.strategy = "pct"}, 20, [] {
    int flag = 0;
    Thread setter([&] { PlainStore(&flag, 1); });
    Thread spinner([&] { GetParam().function(&flag); });
    GetParam().function(&flag);
    setter.Join();
    spinner.Join();
  });
  EXPECT_TRUE(failing.empty()) << testing::PrintToString(failing[0]);
}

TEST_P(SpinTest, IsALivelockWhenNobodyWillSetTheFlag) {
  Scenario scenario;
  scenario.options.livelock_steps = 50'000;
  Outcome outcome = RunScenario(scenario, [] {
    int flag = 0;
    Thread spinner([&] { GetParam().function(&flag); });
    spinner.Join();
  });
  EXPECT_EQ(outcome.verdict, Verdict::kLivelock)
      << testing::PrintToString(outcome);
}

TEST_P(SpinTest, IsALivelockAlsoWhileAnotherThreadTicks) {
  Scenario scenario;
  scenario.options.livelock_steps = 50'000;
  Outcome outcome = RunScenario(scenario, [] {
    int flag = 0;
    Thread ticker([] { TickForever(10 * kMs); });
    Thread spinner([&] { GetParam().function(&flag); });
    spinner.Join();
  });
  EXPECT_EQ(outcome.verdict, Verdict::kLivelock)
      << testing::PrintToString(outcome);
}

TEST(SpinOnTryLockTest, EndsWhenTheHolderLetsGo) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    Thread holder([&] {
      Holding holding(&m);
      SleepFor(1000 * kMs);
    });
    detsim_yield();
    SpinOnTryLock(&m);
    holder.Join();
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
}

TEST(SpinOnTryLockTest, IsALivelockWhenTheHolderNeverLetsGo) {
  Scenario scenario;
  scenario.options.livelock_steps = 50'000;
  Outcome outcome = RunScenario(scenario, [] {
    detsim_mutex m = {};
    Holding holding(&m);
    Thread spinner([&] { SpinOnTryLock(&m); });
    spinner.Join();
  });
  EXPECT_EQ(outcome.verdict, Verdict::kLivelock);
}

// What the thread did before, if anything, is no part of the failure.
TEST(LivelockTest, IsWhereItSpins) {
  Scenario scenario;
  scenario.options.livelock_steps = 50'000;
  Outcome outcomes[2];
  for (bool yields : {false, true}) {
    outcomes[yields] = RunScenario(scenario, [yields] {
      int flag = 0;
      Thread spinner([&] {
        if (yields) detsim_yield();
        SpinOnVolatile(&flag);
      });
      spinner.Join();
    });
    EXPECT_EQ(outcomes[yields].verdict, Verdict::kLivelock);
  }
  EXPECT_EQ(outcomes[0].pc, outcomes[1].pc);
}

TEST(LivelockTest, IsNotWhatStoresToTheHeap) {
  Scenario scenario;
  scenario.options.livelock_steps = 50'000;
  scenario.options.steps_max = 1'000'000;
  Outcome outcome = RunScenario(scenario, [] {
    auto count = std::make_unique<int>(0);
    Thread ticker([&] { TickAndCount(kMs, count.get()); });
    ticker.Join();
  });
  EXPECT_EQ(outcome.verdict, Verdict::kInconclusive);
}

TEST(LivelockTest, IsNotALongSleepBesideASpin) {
  // 40 spins of 4,096 steps each before the last sleeper's turn.
  Scenario scenario;
  scenario.options.livelock_steps = 100'000;
  Outcome outcome = RunScenario(scenario, [] {
    int flag = 0;
    Thread setter([&] {
      SleepFor(3'600'000 * kMs);
      PlainStore(&flag, 1);
    });
    std::vector<Thread> sleepers;
    for (uint64_t i = 1; i <= 40; ++i) {
      sleepers.emplace_back([i] { SleepFor(i * kMs); });
    }
    Thread other([&] { SpinOnLoad(&flag); });
    SpinOnLoad(&flag);
    setter.Join();
    other.Join();
    for (Thread& sleeper : sleepers) sleeper.Join();
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
}

TEST(LivelockTest, IsNotASpinForATimerBehindManyTicks) {
  // Each tick takes the spin's patience, and nobody changes anything before
  // the hundredth.
  Scenario scenario;
  scenario.options.livelock_steps = 50'000;
  Outcome outcome = RunScenario(scenario, [] {
    int flag = 0;
    Thread setter([&] {
      SleepFor(100 * kMs);
      PlainStore(&flag, 1);
    });
    Thread ticker([] { TickForever(kMs); });
    ticker.Detach();
    Thread other([&] { SpinOnLoad(&flag); });
    SpinOnLoad(&flag);
    setter.Join();
    other.Join();
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
  EXPECT_GT(outcome.steps, 100'000u);
}

// Counts in a register meanwhile, so that its state never comes back.
int LoadTimes(int* flag, int times) {
  int seen = 0;
  for (int i = 0; i != times; ++i) {
    if (AnnouncedLoad(flag) != 0) ++seen;
  }
  return seen;
}

TEST(LivelockTest, IsNotALoopThatCountsWhileNobodyElseCanRun) {
  Scenario scenario;
  scenario.options.livelock_steps = 50'000;
  Outcome outcome = RunScenario(scenario, [] {
    int flag = 0;
    Thread poller([&] { Log(LoadTimes(&flag, 500'000)); });
    poller.Join();
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
}

TEST(LivelockTest, IsALoopThatCountsForAsLongAsTheBudgetLasts) {
  Scenario scenario;
  scenario.options.livelock_steps = 50'000;
  scenario.options.steps_max = 500'000;
  Outcome outcome = RunScenario(scenario, [] {
    int flag = 0;
    Thread poller([&] { Log(LoadTimes(&flag, 2'000'000'000)); });
    poller.Join();
  });
  EXPECT_EQ(outcome.verdict, Verdict::kLivelock);
  EXPECT_GE(outcome.steps, 500'000u);
}

TEST(LivelockTest, IsALoopThatCountsWhileAnotherThreadTicks) {
  Scenario scenario;
  scenario.options.livelock_steps = 50'000;
  Outcome outcome = RunScenario(scenario, [] {
    int flag = 0;
    Thread ticker([] { TickForever(10 * kMs); });
    Thread poller([&] { Log(LoadTimes(&flag, 2'000'000'000)); });
    poller.Join();
  });
  EXPECT_EQ(outcome.verdict, Verdict::kLivelock);
}

TEST(LivelockTest, IsNotALongComputationThatOnlyReads) {
  Outcome outcome = RunScenario({}, [] {
    int zero = 0;
    Log(LoadManyTimes(&zero, 100'000'000));
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
}

}  // namespace
}  // namespace detsim::runtime
