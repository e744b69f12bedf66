// The shared side of mutex.cc.
#include <errno.h>
#include <gtest/gtest.h>

#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

TEST(SharedMutexTest, ReadersShareAndExcludeAWriter) {
  std::vector<Outcome> outcomes = RunSeeds({.strategy = "random"}, 300, [] {
    detsim_mutex m = {};
    Atomic readers, writers;
    bool shared = false;
    auto reader = [&] {
      for (int i = 0; i < 2; ++i) {
        detsim_shared_lock(&m);
        if (readers.FetchAdd(1) > 0) shared = true;
        SIM_CHECK(writers.Load() == 0);
        readers.FetchAdd(-1);
        detsim_shared_unlock(&m);
      }
    };
    auto writer = [&] {
      for (int i = 0; i < 2; ++i) {
        Holding holding(&m);
        SIM_CHECK(writers.FetchAdd(1) == 0);
        SIM_CHECK(readers.Load() == 0);
        writers.FetchAdd(-1);
      }
    };
    Thread a(reader), b(reader), c(writer), d(writer);
    a.Join();
    b.Join();
    c.Join();
    d.Join();
    if (shared) Log("shared");
  });
  int shared = 0;
  for (const Outcome& outcome : outcomes) {
    EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
    if (outcome.log == "shared") ++shared;
  }
  EXPECT_GT(shared, 0);
}

TEST(SharedMutexTest, TryLocksDoNotWait) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    SIM_CHECK(detsim_shared_trylock(&m, 1) == 0);
    Thread a([&] {
      SIM_CHECK(detsim_shared_trylock(&m, 1) == 0);
      SIM_CHECK(detsim_mutex_trylock(&m, 1) == EBUSY);
      SIM_CHECK(detsim_shared_unlock(&m) == 0);
    });
    a.Join();
    SIM_CHECK(detsim_shared_unlock(&m) == 0);
    SIM_CHECK(detsim_mutex_trylock(&m, 1) == 0);
    SIM_CHECK(detsim_shared_trylock(&m, 1) == EBUSY);
    SIM_CHECK(detsim_mutex_unlock(&m) == 0);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(SharedMutexTest, SharedTryLockFailsSpuriouslyUnderSomeSeedWhereItMay) {
  auto body = [](int may_fail) {
    return [may_fail] {
      detsim_mutex m = {};
      SIM_CHECK(detsim_shared_trylock(&m, may_fail) == 0);
    };
  };
  EXPECT_FALSE(FailingSeeds({.strategy = "random"}, 300, body(1)).empty());
  EXPECT_TRUE(FailingSeeds({.strategy = "random"}, 300, body(0)).empty());
}

TEST(SharedMutexTest, ATimedSharedLockTimesOut) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    Thread holder([&] {
      Holding holding(&m);
      SleepFor(20 * kMs);
    });
    detsim_yield();
    uint64_t deadline = Now() + 5 * kMs;
    SIM_CHECK(detsim_shared_timedlock(&m, deadline) == ETIMEDOUT);
    SIM_CHECK(Now() == deadline + 1);
    SIM_CHECK(detsim_shared_timedlock(&m, Now() + 100 * kMs) == 0);
    detsim_shared_unlock(&m);
    holder.Join();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(SharedMutexTest, AWriterWaitsForTheLastReader) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    detsim_shared_lock(&m);
    Thread reader([&] {
      detsim_shared_lock(&m);
      SleepFor(10 * kMs);
      Log("r");
      detsim_shared_unlock(&m);
    });
    Thread writer([&] {
      Holding holding(&m);
      Log("w");
    });
    detsim_yield();
    detsim_shared_unlock(&m);
    writer.Join();
    reader.Join();
  });
  EXPECT_EQ(outcome.log, "rw");
}

TEST(SharedMutexTest, AReaderThatIsFirstSendsOnlyTheWriterBack) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    auto reader = [&] {
      detsim_shared_lock(&m);
      SleepFor(10 * kMs);
      Log("r");
      detsim_shared_unlock(&m);
    };
    detsim_mutex_lock(&m);
    Thread first(reader);
    Thread writer([&] {
      Holding holding(&m);
      Log("w");
    });
    Thread second(reader);
    detsim_yield();
    uint64_t start = Now();
    detsim_mutex_unlock(&m);
    writer.Join();
    SIM_CHECK(Now() < start + 20 * kMs);
    first.Join();
    second.Join();
  });
  EXPECT_EQ(outcome.log, "rrw");
}

TEST(SharedMutexTest, AnUpgradeByBothReadersIsADeadlock) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    Thread a([&] {
      detsim_shared_lock(&m);
      detsim_yield();
      detsim_mutex_lock(&m);
    });
    Thread b([&] {
      detsim_shared_lock(&m);
      detsim_yield();
      detsim_mutex_lock(&m);
    });
    a.Join();
    b.Join();
  });
  EXPECT_EQ(outcome.verdict, Verdict::kDeadlock);
}

}  // namespace
}  // namespace detsim::runtime
