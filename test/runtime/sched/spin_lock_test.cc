// spin_lock.cc.
#include <errno.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

TEST(SpinLockTest, ExcludesAndIsTakenByEither) {
  std::vector<Outcome> outcomes = RunSeeds({.strategy = "random"}, 300, [] {
    detsim_spin s = {};
    Atomic inside;
    std::string order;
    auto body = [&](char name) {
      return [&, name] {
        detsim_spin_lock(&s);
        order += name;
        SIM_CHECK(inside.FetchAdd(1) == 0);
        inside.FetchAdd(-1);
        detsim_spin_unlock(&s);
      };
    };
    Thread a(body('a')), b(body('b'));
    a.Join();
    b.Join();
    detsim_spin_destroy(&s);
    Log(order);
  });
  std::set<std::string> orders;
  for (const Outcome& outcome : outcomes) {
    EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
    orders.insert(outcome.log);
  }
  EXPECT_EQ(orders, (std::set<std::string>{"ab", "ba"}));
}

TEST(SpinLockTest, TryLockDoesNotWait) {
  Outcome outcome = RunScenario({}, [] {
    detsim_spin s = {};
    SIM_CHECK(detsim_spin_trylock(&s) == 0);
    SIM_CHECK(detsim_spin_trylock(&s) == EBUSY);
    Thread a([&] { SIM_CHECK(detsim_spin_trylock(&s) == EBUSY); });
    a.Join();
    detsim_spin_unlock(&s);
    SIM_CHECK(detsim_spin_trylock(&s) == 0);
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
}

// What it does that no correct program does, and what the verdict says.
struct Misused {
  const char* says;
  void (*body)();
};

TEST(SpinLockTest, WhatWouldSpinForEverIsMisuse) {
  const Misused kCases[] = {
      {"locks a spin lock that it holds",
       [] {
         detsim_spin s = {};
         detsim_spin_lock(&s);
         detsim_spin_lock(&s);
       }},
      {"unlocks a spin lock that it does not hold",
       [] {
         detsim_spin s = {};
         detsim_spin_lock(&s);
         Thread a([&] { detsim_spin_unlock(&s); });
         a.Join();
       }},
      {"locked spin lock is destroyed",
       [] {
         detsim_spin s = {};
         detsim_spin_lock(&s);
         detsim_spin_destroy(&s);
       }},
  };
  for (const Misused& misused : kCases) {
    Outcome outcome = RunScenario({}, misused.body);
    EXPECT_EQ(outcome.verdict, Verdict::kMisuse) << misused.says;
    EXPECT_THAT(outcome.message, testing::HasSubstr(misused.says));
  }
}

TEST(SpinLockTest, ACycleIsADeadlockThoughOthersRun) {
  Outcome outcome = RunScenario({}, [] {
    Thread ticker([] {
      for (;;) SleepFor(kMs);
    });
    ticker.Detach();
    detsim_spin s = {};
    detsim_mutex m = {};
    Thread one([&] {
      detsim_spin_lock(&s);
      SleepFor(kMs);
      detsim_mutex_lock(&m);
    });
    Thread two([&] {
      detsim_mutex_lock(&m);
      SleepFor(2 * kMs);
      detsim_spin_lock(&s);
    });
    one.Join();
    two.Join();
  });
  EXPECT_EQ(outcome.verdict, Verdict::kDeadlock);
  EXPECT_THAT(outcome.message, testing::HasSubstr("cycle"));
}

}  // namespace
}  // namespace detsim::runtime
