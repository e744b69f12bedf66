// Cycles of waits, found while other threads still run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

using testing::HasSubstr;

// Something that never ends, so that the run never comes to a standstill.
void StartTicker() {
  Thread ticker([] {
    for (;;) SleepFor(kMs);
  });
  ticker.Detach();
}

void ExpectCycle(const Outcome& outcome) {
  EXPECT_EQ(outcome.verdict, Verdict::kDeadlock);
  EXPECT_THAT(outcome.message, HasSubstr("cycle"));
  EXPECT_NE(outcome.pc, 0u);
  EXPECT_LT(outcome.steps, 100u);
}

TEST(WaitCycleTest, TwoLocksAreADeadlock) {
  ExpectCycle(RunScenario({}, [] {
    StartTicker();
    detsim_mutex a = {}, b = {};
    Thread one([&] {
      Holding first(&a);
      detsim_yield();
      Holding second(&b);
    });
    Thread two([&] {
      Holding first(&b);
      detsim_yield();
      Holding second(&a);
    });
    one.Join();
    two.Join();
  }));
}

TEST(WaitCycleTest, WhoClosesACycleIsBlockedInTheTrace) {
  Outcome outcome = RunScenario({.trace = true}, [] {
    detsim_mutex a = {}, b = {};
    Holding first(&a);
    Thread one([&] {
      Holding second(&b);
      detsim_yield();
      Holding third(&a);
    });
    detsim_yield();
    detsim_yield();
    Holding fourth(&b);
  });
  ASSERT_EQ(outcome.verdict, Verdict::kDeadlock);
  ASSERT_FALSE(outcome.events.empty());
  EXPECT_EQ(outcome.events.back().kind, OperationKind::kBlock);
  EXPECT_EQ(outcome.events.back().object,
            outcome.events[outcome.events.size() - 2].object);
}

TEST(WaitCycleTest, ThreeLocksAreADeadlock) {
  ExpectCycle(RunScenario({}, [] {
    StartTicker();
    detsim_mutex m[3] = {};
    auto body = [&](int i) {
      return [&m, i] {
        Holding first(&m[i]);
        detsim_yield();
        Holding second(&m[(i + 1) % 3]);
      };
    };
    Thread a(body(0)), b(body(1)), c(body(2));
    a.Join();
    b.Join();
    c.Join();
  }));
}

TEST(WaitCycleTest, AReaderThatWaitsForItsWriterIsADeadlock) {
  ExpectCycle(RunScenario({}, [] {
    StartTicker();
    detsim_mutex a = {}, b = {};
    Thread one([&] {
      Holding first(&a);
      detsim_yield();
      detsim_shared_lock(&b);
    });
    Thread two([&] {
      Holding first(&b);
      detsim_yield();
      detsim_shared_lock(&a);
    });
    one.Join();
    two.Join();
  }));
}

TEST(WaitCycleTest, JoiningAThreadThatWaitsForOnesLockIsADeadlock) {
  ExpectCycle(RunScenario({}, [] {
    StartTicker();
    detsim_mutex m = {};
    Holding holding(&m);
    Thread a([&] { Holding inner(&m); });
    a.Join();
  }));
}

TEST(WaitCycleTest, JoiningEachOtherIsADeadlock) {
  ExpectCycle(RunScenario({}, [] {
    StartTicker();
    detsim_thread* main_thread = detsim_this_thread();
    Thread a([&] { detsim_thread_join(main_thread); });
    a.Join();
  }));
}

TEST(WaitCycleTest, ATimedLockEndsByItself) {
  Outcome outcome = RunScenario({}, [] {
    StartTicker();
    detsim_mutex a = {}, b = {};
    Thread one([&] {
      Holding first(&a);
      detsim_yield();
      if (detsim_mutex_timedlock(&b, Now() + 5 * kMs) == 0) {
        detsim_mutex_unlock(&b);
      }
    });
    Thread two([&] {
      Holding first(&b);
      detsim_yield();
      Holding second(&a);
    });
    one.Join();
    two.Join();
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
}

TEST(WaitCycleTest, AHolderThatWaitsForAConditionIsNoCycle) {
  // It gives up the mutex that the other one waits for.
  std::vector<Outcome> failing = FailingSeeds({.strategy = "random"}, 200, [] {
    detsim_mutex m = {};
    detsim_cond c = {};
    bool ready = false;
    Thread waiter([&] {
      Holding holding(&m);
      while (!ready) Wait(&c, &m);
    });
    Thread setter([&] {
      Holding holding(&m);
      ready = true;
      detsim_cond_notify_one(&c);
    });
    waiter.Join();
    setter.Join();
  });
  EXPECT_TRUE(failing.empty()) << testing::PrintToString(failing[0]);
}

TEST(WaitCycleTest, ManyWaitersOfOneLockAreNoCycle) {
  std::vector<Outcome> failing = FailingSeeds({.strategy = "random"}, 200, [] {
    detsim_mutex a = {}, b = {};
    auto body = [&] {
      Holding first(&a);
      Holding second(&b);
      detsim_yield();
    };
    Thread one(body), two(body), three(body), four(body);
    one.Join();
    two.Join();
    three.Join();
    four.Join();
  });
  EXPECT_TRUE(failing.empty()) << testing::PrintToString(failing[0]);
}

}  // namespace
}  // namespace detsim::runtime
