// semaphore.cc.
#include <errno.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

TEST(SemaphoreTest, CountLimitsWhoIsInside) {
  std::vector<Outcome> outcomes = RunSeeds({.strategy = "random"}, 300, [] {
    detsim_semaphore s = {.waiters = {}, .count = 2};
    Atomic inside;
    bool shared = false;
    auto body = [&] {
      SIM_CHECK(detsim_semaphore_acquire(&s, DETSIM_FOREVER) == 0);
      int others = inside.FetchAdd(1);
      SIM_CHECK(others < 2);
      if (others == 1) shared = true;
      inside.FetchAdd(-1);
      SIM_CHECK(detsim_semaphore_release(&s, 1, 2) == 0);
    };
    Thread a(body), b(body), c(body);
    a.Join();
    b.Join();
    c.Join();
    SIM_CHECK(s.count == 2);
    if (shared) Log("shared");
  });
  int shared = 0;
  for (const Outcome& outcome : outcomes) {
    EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
    if (outcome.log == "shared") ++shared;
  }
  EXPECT_GT(shared, 0);
}

TEST(SemaphoreTest, WaitersCompeteForWhatIsReleased) {
  std::vector<Outcome> outcomes = RunSeeds({.strategy = "random"}, 100, [] {
    detsim_semaphore s = {};
    std::string order;
    auto body = [&](char name) {
      return [&s, &order, name] {
        detsim_semaphore_acquire(&s, DETSIM_FOREVER);
        order += name;
      };
    };
    Thread a(body('a')), b(body('b'));
    detsim_semaphore_release(&s, 2, 2);
    a.Join();
    b.Join();
    Log(order);
  });
  std::set<std::string> orders;
  for (const Outcome& outcome : outcomes) orders.insert(outcome.log);
  EXPECT_EQ(orders, (std::set<std::string>{"ab", "ba"}));
}

TEST(SemaphoreTest, TriesAndDeadlinesDoNotWaitForEver) {
  Outcome outcome = RunScenario({}, [] {
    detsim_semaphore s = {.waiters = {}, .count = 1};
    SIM_CHECK(detsim_semaphore_try_acquire(&s, 0) == 0);
    SIM_CHECK(detsim_semaphore_try_acquire(&s, 1) == EAGAIN);
    uint64_t deadline = Now() + kMs;
    SIM_CHECK(detsim_semaphore_acquire(&s, deadline) == ETIMEDOUT);
    SIM_CHECK(Now() >= deadline);
    SIM_CHECK(detsim_semaphore_acquire(&s, 0) == ETIMEDOUT);
    SIM_CHECK(detsim_semaphore_release(&s, 1, 1) == 0);
    SIM_CHECK(detsim_semaphore_count(&s) == 1);
    SIM_CHECK(detsim_semaphore_acquire(&s, 0) == 0);
    detsim_semaphore_destroy(&s);
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
}

TEST(SemaphoreTest, ALoserWaitsForTheNextReleaseOrItsDeadline) {
  Outcome outcome = RunScenario({}, [] {
    detsim_semaphore s = {};
    Thread winner([&] {
      SIM_CHECK(detsim_semaphore_acquire(&s, DETSIM_FOREVER) == 0);
      SleepFor(20 * kMs);
      detsim_semaphore_release(&s, 1, 1);
    });
    detsim_yield();
    uint64_t deadline = Now() + 5 * kMs;
    Thread hurried([&] {
      SIM_CHECK(detsim_semaphore_acquire(&s, deadline) == ETIMEDOUT);
      SIM_CHECK(Now() == deadline + 1);
    });
    Thread patient(
        [&] { SIM_CHECK(detsim_semaphore_acquire(&s, DETSIM_FOREVER) == 0); });
    detsim_yield();
    detsim_semaphore_release(&s, 1, 1);
    hurried.Join();
    patient.Join();
    winner.Join();
    detsim_semaphore_destroy(&s);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(SemaphoreTest, ATryMayFailSpuriously) {
  std::vector<Outcome> outcomes = RunSeeds({.strategy = "random"}, 100, [] {
    detsim_semaphore s = {.waiters = {}, .count = 1};
    SIM_CHECK(detsim_semaphore_try_acquire(&s, 0) == 0);
    detsim_semaphore_release(&s, 1, 1);
    Log(detsim_semaphore_try_acquire(&s, 1) == 0 ? "taken" : "failed");
  });
  std::set<std::string> logs;
  for (const Outcome& outcome : outcomes) logs.insert(outcome.log);
  EXPECT_EQ(logs, (std::set<std::string>{"taken", "failed"}));
}

TEST(SemaphoreTest, NothingIsReleasedPastTheMaximum) {
  Outcome outcome = RunScenario({}, [] {
    detsim_semaphore s = {.waiters = {}, .count = 2};
    SIM_CHECK(detsim_semaphore_release(&s, 2, 3) == EOVERFLOW);
    SIM_CHECK(detsim_semaphore_release(&s, 1, 1) == EOVERFLOW);
    SIM_CHECK(s.count == 2);
    SIM_CHECK(detsim_semaphore_release(&s, 1, 3) == 0);
    SIM_CHECK(s.count == 3);
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
}

TEST(SemaphoreTest, NobodyReleasesIsADeadlock) {
  Outcome outcome = RunScenario({}, [] {
    detsim_semaphore s = {};
    detsim_semaphore_acquire(&s, DETSIM_FOREVER);
  });
  EXPECT_EQ(outcome.verdict, Verdict::kDeadlock);
}

TEST(SemaphoreTest, DestroyingWhatIsWaitedForIsMisuse) {
  Outcome outcome = RunScenario({}, [] {
    detsim_semaphore s = {};
    Thread a([&] { detsim_semaphore_acquire(&s, DETSIM_FOREVER); });
    SleepFor(kMs);
    detsim_semaphore_destroy(&s);
  });
  EXPECT_EQ(outcome.verdict, Verdict::kMisuse);
  EXPECT_THAT(outcome.message, testing::HasSubstr("semaphore is destroyed"));
}

}  // namespace
}  // namespace detsim::runtime
