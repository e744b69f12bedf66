// detsim_thread_interrupt and detsim_thread_timed_join of thread.cc.
#include <errno.h>
#include <gtest/gtest.h>

#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

TEST(TimedJoinTest, GivesUpAtItsDeadlineAndMayTryAgain) {
  Outcome outcome = RunScenario({}, [] {
    const uint64_t start = Now();
    Thread a([] { SleepFor(10 * kMs); });
    SIM_CHECK(detsim_thread_timed_join(a.handle(), 0) == ETIMEDOUT);
    uint64_t deadline = Now() + kMs;
    SIM_CHECK(detsim_thread_timed_join(a.handle(), deadline) == ETIMEDOUT);
    SIM_CHECK(Now() >= deadline);
    SIM_CHECK(detsim_thread_timed_join(a.handle(), DETSIM_FOREVER) == 0);
    SIM_CHECK(Now() >= start + 10 * kMs);
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
}

TEST(TimedJoinTest, AThreadThatHasEndedIsJoinedAtOnce) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] {});
    SleepFor(kMs);
    SIM_CHECK(detsim_thread_timed_join(a.handle(), 0) == 0);
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
}

TEST(InterruptTest, EndsEveryInterruptibleWait) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    detsim_cond c = {};
    detsim_semaphore s = {};
    const uint64_t start = Now();
    Thread waits([&] {
      Holding holding(&m);
      SIM_CHECK(detsim_cond_wait(&c, &m, DETSIM_FOREVER) == 0);
    });
    Thread acquires([&] {
      SIM_CHECK(detsim_semaphore_acquire(&s, DETSIM_FOREVER) == EINTR);
    });
    Thread sleeps([] { SleepFor(1000 * kMs); });
    Thread target([&] { detsim_semaphore_acquire(&s, DETSIM_FOREVER); });
    Thread joins([&] { SIM_CHECK(target.Join() == EINTR); });
    SleepFor(kMs);
    for (Thread* thread : {&waits, &acquires, &sleeps, &joins}) {
      detsim_thread_interrupt(thread->handle());
      SIM_CHECK(thread->Join() == 0);
    }
    SIM_CHECK(Now() < start + 1000 * kMs);
    detsim_semaphore_release(&s, 1, 1);
    SIM_CHECK(target.Join() == 0);
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
}

TEST(InterruptTest, IsNotLostBeforeTheWaitBegins) {
  std::vector<Outcome> outcomes = RunSeeds({.strategy = "random"}, 200, [] {
    detsim_mutex m = {};
    detsim_cond c = {};
    detsim_semaphore s = {};
    Thread waits([&] {
      Holding holding(&m);
      SIM_CHECK(detsim_cond_wait(&c, &m, DETSIM_FOREVER) == 0);
    });
    Thread acquires([&] {
      SIM_CHECK(detsim_semaphore_acquire(&s, DETSIM_FOREVER) == EINTR);
    });
    detsim_thread_interrupt(waits.handle());
    detsim_thread_interrupt(acquires.handle());
    waits.Join();
    acquires.Join();
  });
  for (const Outcome& outcome : outcomes) {
    EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
  }
}

TEST(InterruptTest, CanBeForgotten) {
  Outcome outcome = RunScenario({}, [] {
    detsim_thread_interrupt(detsim_this_thread());
    detsim_forget_interruption();
    const uint64_t start = Now();
    SleepFor(kMs);
    SIM_CHECK(Now() >= start + kMs);
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
}

TEST(InterruptTest, DoesNotEndALock) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    Thread locks([&] {
      SIM_CHECK(detsim_mutex_lock(&m) == 0);
      detsim_mutex_unlock(&m);
    });
    Holding holding(&m);
    SleepFor(kMs);
    detsim_thread_interrupt(locks.handle());
    SleepFor(kMs);
    locks.Detach();
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
}

}  // namespace
}  // namespace detsim::runtime
