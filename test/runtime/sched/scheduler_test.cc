#include "runtime/sched/scheduler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

using testing::HasSubstr;

TEST(SchedulerTest, RunsAnEmptyBody) {
  Outcome outcome = RunScenario({}, [] {});
  EXPECT_TRUE(outcome.passed());
  EXPECT_EQ(outcome.decisions, 0u);
  EXPECT_EQ(outcome.steps, 0u);
  EXPECT_EQ(outcome.virtual_ns, 0u);
  EXPECT_EQ(outcome.threads, 1u);
}

TEST(SchedulerTest, CalmKeepsTheCurrentThreadRunning) {
  Outcome outcome = RunScenario({}, [] {
    Atomic shared;
    Thread a([&] { Log("a"); });
    Log("m");
    shared.Store(1);
    Log("m");
    detsim_mutex m = {};
    Holding holding(&m);
    Log("m");
    a.Join();
  });
  EXPECT_EQ(outcome.log, "mmma");
  EXPECT_EQ(outcome.unusual, 0u);
}

TEST(SchedulerTest, CalmHandsOverToTheThreadThatWasReadyFirst) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] { Log("a"); });
    Thread b([] { Log("b"); });
    Thread c([] { Log("c"); });
    c.Join();
    Log("m");
    a.Join();
    b.Join();
  });
  EXPECT_EQ(outcome.log, "abcm");
}

TEST(SchedulerTest, WokenThreadsRunInTheOrderTheyBlocked) {
  Outcome outcome = RunScenario({}, [] {
    detsim_event go = {};
    auto body = [&](const char* name) {
      return [&go, name] {
        detsim_event_wait(&go, DETSIM_FOREVER);
        Log(name);
      };
    };
    Thread a(body("a")), b(body("b")), c(body("c"));
    detsim_yield();
    detsim_event_set(&go);
    c.Join();
    b.Join();
    a.Join();
  });
  EXPECT_EQ(outcome.log, "abc");
}

TEST(SchedulerTest, YieldPutsTheCurrentThreadLast) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] {
      Log("a");
      detsim_yield();
      Log("A");
    });
    Thread b([] { Log("b"); });
    detsim_yield();
    Log("m");
    a.Join();
    b.Join();
  });
  EXPECT_EQ(outcome.log, "abmA");
}

TEST(SchedulerTest, ASpawnedThreadMayRunBeforeItsParentGoesOn) {
  std::set<std::string> orders;
  for (const Outcome& outcome : RunSeeds({.strategy = "random"}, 64, [] {
         Thread a([] { Log("a"); });
         Log("m");
         a.Join();
       })) {
    orders.insert(outcome.log);
  }
  // Each order has a chance of 1/2: a miss in 64 seeds would be 2^-63.
  EXPECT_EQ(orders, (std::set<std::string>{"am", "ma"}));
}

TEST(SchedulerTest, ReportsDeadlockWhenEveryThreadWaits) {
  Outcome outcome = RunScenario({}, [] {
    detsim_event never = {};
    Thread a([&] { detsim_event_wait(&never, DETSIM_FOREVER); });
    a.Join();
  });
  EXPECT_EQ(outcome.verdict, Verdict::kDeadlock);
  EXPECT_EQ(outcome.live_threads, 1u);
  EXPECT_NE(outcome.pc, 0u);
}

TEST(SchedulerTest, ReportsNoDeadlockWhileATimerIsPending) {
  Outcome outcome = RunScenario({}, [] {
    detsim_event ready = {};
    Thread a([&] {
      SleepFor(1000 * kMs);
      detsim_event_set(&ready);
    });
    detsim_event_wait(&ready, DETSIM_FOREVER);
    a.Join();
  });
  EXPECT_TRUE(outcome.passed());
}

TEST(SchedulerTest, FindsALockOrderInversion) {
  auto body = [] {
    detsim_mutex a = {}, b = {};
    Thread one([&] {
      Holding first(&a);
      Holding second(&b);
    });
    Thread two([&] {
      Holding first(&b);
      Holding second(&a);
    });
    one.Join();
    two.Join();
  };
  EXPECT_TRUE(RunScenario({}, body).passed());
  std::vector<Outcome> failing =
      FailingSeeds({.strategy = "random"}, 100, body);
  ASSERT_FALSE(failing.empty());
  EXPECT_EQ(failing[0].verdict, Verdict::kDeadlock);
}

TEST(SchedulerTest, ANonZeroExitCodeIsAnAssertion) {
  Outcome outcome = RunScenario({}, [] { SIM_CHECK(1 == 2); });
  EXPECT_EQ(outcome.verdict, Verdict::kAssertion);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.log, HasSubstr("1 == 2"));
}

TEST(SchedulerTest, ASingleThreadTakesNoDecisions) {
  Outcome outcome = RunScenario({.strategy = "random"}, [] {
    Atomic shared;
    detsim_mutex m = {};
    shared.Store(1);
    Holding holding(&m);
    detsim_yield();
  });
  EXPECT_TRUE(outcome.passed());
  EXPECT_EQ(outcome.decisions, 0u);
  EXPECT_EQ(outcome.steps, 3u);
}

TEST(SchedulerTest, TheQuantumForcesAYield) {
  Scenario scenario;
  scenario.options.quantum_steps = 100;
  Outcome outcome = RunScenario(scenario, [] {
    bool ran = false;
    Thread a([&] { ran = true; });
    detsim_mutex m = {};
    int steps = 0;
    while (!ran && steps < 1000) {
      Holding holding(&m);
      ++steps;
    }
    Log(steps);
    a.Join();
  });
  // The spawn was the first of the 100 steps.
  EXPECT_EQ(outcome.log, "99 ");
  EXPECT_EQ(outcome.unusual, 0u);
}

TEST(SchedulerTest, WithoutTheQuantumACalmThreadKeepsRunning) {
  Outcome outcome = RunScenario({}, [] {
    bool ran = false;
    Thread a([&] { ran = true; });
    detsim_mutex m = {};
    for (int i = 0; i < 1000; ++i) Holding holding(&m);
    SIM_CHECK(!ran);
    a.Join();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(SchedulerTest, TheStepBudgetEndsARunAsInconclusive) {
  Scenario scenario;
  scenario.options.steps_max = 5000;
  Outcome outcome = RunScenario(scenario, [] {
    detsim_mutex m = {};
    for (;;) Holding holding(&m);
  });
  EXPECT_EQ(outcome.verdict, Verdict::kInconclusive);
  EXPECT_EQ(outcome.steps, 5000u);
  EXPECT_FALSE(IsFailure(outcome.verdict));
}

TEST(SchedulerTest, TheHashTellsSchedulesApart) {
  std::set<uint64_t> hashes;
  std::set<std::string> orders;
  for (const Outcome& outcome : RunSeeds({.strategy = "random"}, 64, [] {
         Atomic shared;
         auto body = [&](const char* name) {
           return [&shared, name] {
             shared.FetchAdd(1);
             Log(name);
           };
         };
         Thread a(body("a")), b(body("b"));
         a.Join();
         b.Join();
       })) {
    hashes.insert(outcome.hash);
    orders.insert(outcome.log);
  }
  EXPECT_EQ(orders.size(), 2u);
  EXPECT_GE(hashes.size(), orders.size());
}

TEST(SchedulerTest, TracingChangesNothing) {
  auto body = [] {
    detsim_mutex m = {};
    Atomic shared;
    Thread a([&] {
      Holding holding(&m);
      shared.FetchAdd(1);
    });
    Thread b([&] { shared.FetchAdd(1); });
    b.Detach();
    detsim_event done = {};
    Thread c([&] { detsim_event_set(&done); });
    a.Join();
    detsim_event_wait(&done, DETSIM_FOREVER);
    c.Join();
    while (shared.Load() != 2) detsim_yield();
  };
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Outcome plain = RunScenario({.strategy = "random", .seed = seed}, body);
    Outcome traced =
        RunScenario({.strategy = "random", .seed = seed, .trace = true}, body);
    EXPECT_TRUE(plain.SameAs(traced)) << testing::PrintToString(plain) << "\n"
                                      << testing::PrintToString(traced);
    EXPECT_TRUE(plain.events.empty());
    EXPECT_GT(traced.events.size(), 10u);
  }
}

TEST(SchedulerTest, ChoicesAreCountedFromTheOperationOn) {
  // Each operation here takes one decision, so that its key needs no count.
  uint64_t choices = 0;
  for (const Outcome& outcome : RunSeeds({.strategy = "random"}, 20, [] {
         Atomic shared;
         Thread a([&] {
           for (int i = 0; i < 20; ++i) shared.FetchAdd(1);
         });
         for (int i = 0; i < 20; ++i) shared.FetchAdd(1);
         a.Join();
       })) {
    for (const Choice& choice : outcome.choices) {
      bool spawns = choice.key.operation == 1;  // And offers once more.
      EXPECT_LE(choice.key.sub, spawns ? 1u : 0u);
      ++choices;
    }
  }
  EXPECT_GT(choices, 100u);
}

TEST(SchedulerTest, ATraceHoldsTheOperationsInOrder) {
  Outcome outcome = RunScenario({.trace = true}, [] {
    detsim_mutex m = {};
    Thread a([&] { Holding holding(&m); });
    a.Join();
  });
  std::vector<OperationKind> kinds;
  for (const Event& event : outcome.events) kinds.push_back(event.kind);
  using enum OperationKind;
  EXPECT_THAT(kinds, testing::ElementsAre(kSpawn, kSpawn, kJoin, kBlock, kStart,
                                          kLock, kUnlock, kEnd, kResume));
}

TEST(SchedulerTest, AJoinNamesTheThreadItWaitsFor) {
  Outcome outcome = RunScenario({.trace = true}, [] {
    Thread a([] {});
    Thread b([] {});
    b.Join();
    a.Join();
  });
  std::vector<uint32_t> joined;
  for (const Event& event : outcome.events) {
    if (event.kind == OperationKind::kJoin) joined.push_back(event.other);
  }
  EXPECT_THAT(joined, testing::ElementsAre(2, 1));
}

}  // namespace
}  // namespace detsim::runtime
