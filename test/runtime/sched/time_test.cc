// Virtual time: the scheduler's clock, sleeps and timeouts.
#include "runtime/base/time.h"

#include <errno.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

constexpr uint64_t kHour = 3'600'000 * kMs;

TEST(TimeTest, SleepingCostsNothing) {
  Outcome outcome = RunScenario({}, [] {
    for (uint64_t i = 1; i <= 1000; ++i) {
      detsim_sleep_until(kRunStart.ns + i * kHour);
    }
  });
  EXPECT_TRUE(outcome.passed());
  EXPECT_EQ(outcome.virtual_ns, 1000 * kHour);
  EXPECT_EQ(outcome.decisions, 0u);
}

TEST(TimeTest, TimeJumpsToTheNextTimer) {
  Outcome outcome = RunScenario({}, [] {
    Thread late([] {
      detsim_sleep_until(kRunStart.ns + 20 * kMs);
      Log(static_cast<int64_t>(Now() - kRunStart.ns));
    });
    Thread early([] {
      detsim_sleep_until(kRunStart.ns + 10 * kMs);
      Log(static_cast<int64_t>(Now() - kRunStart.ns));
    });
    late.Join();
    early.Join();
  });
  EXPECT_EQ(outcome.log, "10000001 20000001 ");
}

TEST(TimeTest, EqualDeadlinesFireInTheOrderSet) {
  Outcome outcome = RunScenario({}, [] {
    uint64_t deadline = Now() + kMs;
    auto body = [deadline](const char* name) {
      return [deadline, name] {
        detsim_sleep_until(deadline);
        Log(name);
      };
    };
    Thread a(body("a")), b(body("b")), c(body("c")), d(body("d"));
    a.Join();
    b.Join();
    c.Join();
    d.Join();
  });
  EXPECT_EQ(outcome.log, "abcd");
}

TEST(TimeTest, NoTimePassesWhileThreadsRun) {
  Outcome outcome = RunScenario({}, [] {
    Atomic shared;
    Thread a([&] { shared.FetchAdd(1); });
    for (int i = 0; i < 1000; ++i) shared.FetchAdd(1);
    a.Join();
  });
  EXPECT_EQ(outcome.virtual_ns, 0u);
}

TEST(TimeTest, AClockReadAdvancesTheClockByOne) {
  Outcome outcome = RunScenario({}, [] {
    uint64_t first = detsim_now(DETSIM_CLOCK_STEADY);
    uint64_t second = detsim_now(DETSIM_CLOCK_STEADY);
    uint64_t system = detsim_now(DETSIM_CLOCK_SYSTEM);
    SIM_CHECK(first == kRunStart.ns + 1);
    SIM_CHECK(second == first + 1);
    SIM_CHECK(system + static_cast<uint64_t>(detsim_system_to_steady()) ==
              second + 1);
    SIM_CHECK(system > 1'700'000'000'000'000'000);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(TimeTest, TwoClockReadsAreEqualUnderSomeSeed) {
  // Once in 24: a miss in 400 seeds would be 4e-8.
  auto body = [] { SIM_CHECK(Now() != Now()); };
  EXPECT_TRUE(RunScenario({}, body).passed());
  EXPECT_FALSE(FailingSeeds({.strategy = "random"}, 400, body).empty());
}

TEST(TimeTest, ADeadlineInThePastIsAYield) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] { Log("a"); });
    detsim_sleep_until(Now() - 1);
    Log("m");
    a.Join();
  });
  EXPECT_EQ(outcome.log, "am");
  EXPECT_EQ(outcome.virtual_ns, 1u);
}

TEST(TimeTest, APolledClockMovesByItself) {
  Outcome outcome = RunScenario({}, [] {
    uint64_t end = Now() + 10'000 * kMs;
    uint64_t reads = 0;
    while (Now() < end) ++reads;
    SIM_CHECK(reads < 10'000);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(TimeTest, PollingTheClockLetsSleepersWake) {
  Outcome outcome = RunScenario({}, [] {
    bool woke = false;
    Thread a([&] {
      SleepFor(kMs);
      woke = true;
    });
    detsim_yield();
    for (int i = 0; i < 10'000 && !woke; ++i) Now();
    SIM_CHECK(woke);
    a.Join();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

// A thread sleeps while another is busy for a few steps, long before.
Body SleeperBesideWorker(uint64_t ns) {
  return [ns] {
    bool woke = false;
    Thread sleeper([&] {
      detsim_sleep_until(kRunStart.ns + ns);
      woke = true;
    });
    Atomic shared;
    for (int i = 0; i < 20; ++i) shared.FetchAdd(1);
    SIM_CHECK(!woke);
    sleeper.Join();
  };
}

TEST(TimeTest, TimePassesWhileAThreadRunsUnderSomeSeed) {
  // 20 chances of 1/24 each once the sleeper sleeps, which is likely soon.
  EXPECT_TRUE(RunScenario({}, SleeperBesideWorker(90 * kMs)).passed());
  std::vector<Outcome> failing =
      FailingSeeds({.strategy = "random"}, 50, SleeperBesideWorker(90 * kMs));
  EXPECT_FALSE(failing.empty());
}

TEST(TimeTest, TimePassesOnlyUpToTheStallLimit) {
  // As much as --max_stall. Two jumps cannot add up to it.
  std::vector<Outcome> failing =
      FailingSeeds({.strategy = "random"}, 500, SleeperBesideWorker(100 * kMs));
  EXPECT_TRUE(failing.empty());
}

TEST(TimeTest, ASleepAsLongAsTheStallLimitIsNotCutShortByWork) {
  std::vector<Outcome> failing = FailingSeeds({.strategy = "random"}, 500, [] {
    bool done = false;
    Thread worker([&] {
      Atomic shared;
      for (int i = 0; i < 20; ++i) {
        shared.FetchAdd(1);
        Now();
      }
      done = true;
    });
    SleepFor(100 * kMs);
    SIM_CHECK(done);
    worker.Join();
  });
  EXPECT_TRUE(failing.empty()) << testing::PrintToString(failing[0]);
}

TEST(TimeTest, TheStallLimitIsAnOption) {
  Scenario scenario = {.strategy = "random"};
  scenario.options.stall_ns_max = 10 * kMs;
  EXPECT_FALSE(
      FailingSeeds(scenario, 50, SleeperBesideWorker(9 * kMs)).empty());
  EXPECT_TRUE(
      FailingSeeds(scenario, 200, SleeperBesideWorker(10 * kMs)).empty());
}

TEST(TimeTest, ATimedWaitThatTimesOutHasWaitedSoLong) {
  Outcome outcome = RunScenario({}, [] {
    detsim_event never = {};
    uint64_t deadline = Now() + 5 * kMs;
    SIM_CHECK(detsim_event_wait(&never, deadline) == ETIMEDOUT);
    SIM_CHECK(Now() == deadline + 1);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(TimeTest, ABatchDoesNotInheritHowOftenMainReadTheClock) {
  // Each of these runs ends 60 reads into a poll; the seventh would begin
  // there.
  auto body = [] {
    uint64_t before = Now();
    for (int i = 0; i < 60; ++i) Now();
    SIM_CHECK(Now() == before + 61);
  };
  for (const Outcome& outcome : RunSeeds({}, 20, body)) {
    EXPECT_TRUE(outcome.passed()) << outcome.log;
  }
}

}  // namespace
}  // namespace detsim::runtime
