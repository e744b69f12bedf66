// Exclusive mutexes; for the shared side see shared_mutex_test.cc.
#include <errno.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

TEST(MutexTest, HoldersExcludeEachOther) {
  std::vector<Outcome> failing = FailingSeeds({.strategy = "random"}, 300, [] {
    detsim_mutex m = {};
    Atomic inside;
    auto body = [&] {
      for (int i = 0; i < 3; ++i) {
        Holding holding(&m);
        SIM_CHECK(inside.FetchAdd(1) == 0);
        inside.FetchAdd(-1);
      }
    };
    Thread a(body), b(body), c(body);
    a.Join();
    b.Join();
    c.Join();
  });
  EXPECT_TRUE(failing.empty()) << testing::PrintToString(failing[0]);
}

TEST(MutexTest, CalmHandsOverToTheLongestWaiter) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    auto body = [&m](const char* name) {
      return [&m, name] {
        Holding holding(&m);
        Log(name);
      };
    };
    detsim_mutex_lock(&m);
    Thread a(body("a")), b(body("b")), c(body("c"));
    detsim_yield();
    detsim_mutex_unlock(&m);
    c.Join();
    b.Join();
    a.Join();
  });
  EXPECT_EQ(outcome.log, "abc");
}

TEST(MutexTest, AWaiterIsOvertakenUnderSomeSeed) {
  auto body = [] {
    detsim_mutex m = {};
    detsim_mutex_lock(&m);
    Thread a([&] {
      Holding holding(&m);
      Log("a");
    });
    detsim_yield();
    detsim_mutex_unlock(&m);
    Thread b([&] {
      Holding holding(&m);
      Log("b");
    });
    a.Join();
    b.Join();
  };
  int overtaken = 0;
  for (const Outcome& outcome : RunSeeds({.strategy = "random"}, 100, body)) {
    if (outcome.log == "ba") ++overtaken;
  }
  EXPECT_EQ(RunScenario({}, body).log, "ab");
  EXPECT_GT(overtaken, 0);
}

// Whoever finds a mutex taken costs no choices until it is free again.
TEST(MutexTest, ChoicesGrowWithTheThreadsThatContendNotWithTheirSquare) {
  auto contend = [](int threads) {
    return RunScenario({.strategy = "random"}, [threads] {
      detsim_mutex m = {};
      Atomic count;
      auto body = [&] {
        Holding holding(&m);
        for (int i = 0; i < 10; ++i) count.FetchAdd(1);
      };
      std::vector<std::unique_ptr<Thread>> all;
      detsim_mutex_lock(&m);
      for (int i = 0; i < threads; ++i) {
        all.push_back(std::make_unique<Thread>(body));
      }
      for (int i = 0; i < 4 * threads; ++i) detsim_yield();  // All wait.
      detsim_mutex_unlock(&m);
      for (auto& thread : all) thread->Join();
      SIM_CHECK(count.Load() == 10 * threads);
    });
  };
  Outcome few = contend(16);
  Outcome many = contend(128);
  ASSERT_TRUE(few.passed()) << few.log;
  ASSERT_TRUE(many.passed()) << many.log;
  EXPECT_LT(many.decisions, few.decisions * 16);
}

TEST(MutexTest, ARecursiveMutexCounts) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    m.kind = DETSIM_MUTEX_RECURSIVE;
    SIM_CHECK(detsim_mutex_lock(&m) == 0);
    SIM_CHECK(detsim_mutex_lock(&m) == 0);
    SIM_CHECK(detsim_mutex_trylock(&m, 0) == 0);
    Thread a([&] { SIM_CHECK(detsim_mutex_trylock(&m, 0) == EBUSY); });
    a.Join();
    SIM_CHECK(detsim_mutex_unlock(&m) == 0);
    SIM_CHECK(detsim_mutex_unlock(&m) == 0);
    Thread b([&] { SIM_CHECK(detsim_mutex_trylock(&m, 0) == EBUSY); });
    b.Join();
    SIM_CHECK(detsim_mutex_unlock(&m) == 0);
    Thread c([&] {
      SIM_CHECK(detsim_mutex_trylock(&m, 0) == 0);
      SIM_CHECK(detsim_mutex_unlock(&m) == 0);
    });
    c.Join();
    SIM_CHECK(detsim_mutex_unlock(&m) == EPERM);
    detsim_mutex_destroy(&m);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(MutexTest, AnErrorCheckingMutexRefuses) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    m.kind = DETSIM_MUTEX_ERRORCHECK;
    SIM_CHECK(detsim_mutex_unlock(&m) == EPERM);
    SIM_CHECK(detsim_mutex_lock(&m) == 0);
    SIM_CHECK(detsim_mutex_lock(&m) == EDEADLK);
    SIM_CHECK(detsim_mutex_timedlock(&m, DETSIM_FOREVER) == EDEADLK);
    SIM_CHECK(detsim_mutex_trylock(&m, 0) == EBUSY);
    Thread a([&] { SIM_CHECK(detsim_mutex_unlock(&m) == EPERM); });
    a.Join();
    SIM_CHECK(detsim_mutex_unlock(&m) == 0);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(MutexTest, TryLockDoesNotWait) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    SIM_CHECK(detsim_mutex_trylock(&m, 1) == 0);
    Thread a([&] { SIM_CHECK(detsim_mutex_trylock(&m, 1) == EBUSY); });
    a.Join();
    SIM_CHECK(detsim_mutex_unlock(&m) == 0);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(MutexTest, TryLockFailsSpuriouslyUnderSomeSeedWhereItMay) {
  auto body = [](int may_fail) {
    return [may_fail] {
      detsim_mutex m = {};
      SIM_CHECK(detsim_mutex_trylock(&m, may_fail) == 0);
    };
  };
  // Once in 16: a miss in 300 seeds would be 4e-9.
  EXPECT_FALSE(FailingSeeds({.strategy = "random"}, 300, body(1)).empty());
  EXPECT_TRUE(FailingSeeds({.strategy = "random"}, 300, body(0)).empty());
  EXPECT_TRUE(RunScenario({}, body(1)).passed());
}

TEST(MutexTest, ATimedLockTimesOut) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    Thread holder([&] {
      Holding holding(&m);
      SleepFor(20 * kMs);
    });
    detsim_yield();
    uint64_t deadline = Now() + 5 * kMs;
    SIM_CHECK(detsim_mutex_timedlock(&m, deadline) == ETIMEDOUT);
    SIM_CHECK(Now() == deadline + 1);
    SIM_CHECK(detsim_mutex_timedlock(&m, deadline) == ETIMEDOUT);
    SIM_CHECK(detsim_mutex_timedlock(&m, Now() + 100 * kMs) == 0);
    SIM_CHECK(Now() < deadline + 20 * kMs);
    detsim_mutex_unlock(&m);
    holder.Join();
    detsim_mutex_destroy(&m);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(MutexTest, ALoserOfATimedLockStillTimesOut) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    detsim_mutex_lock(&m);
    Thread winner([&] {
      Holding holding(&m);
      SleepFor(20 * kMs);
    });
    detsim_yield();
    uint64_t deadline = Now() + 5 * kMs;
    Thread loser([&] {
      SIM_CHECK(detsim_mutex_timedlock(&m, deadline) == ETIMEDOUT);
      SIM_CHECK(Now() == deadline + 1);
      SIM_CHECK(detsim_mutex_timedlock(&m, Now() + 100 * kMs) == 0);
      detsim_mutex_unlock(&m);
    });
    detsim_yield();
    detsim_mutex_unlock(&m);
    loser.Join();
    winner.Join();
    detsim_mutex_destroy(&m);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(MutexTest, AFreeMutexIsTakenEvenAfterTheDeadline) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    SIM_CHECK(detsim_mutex_timedlock(&m, 1) == 0);
    detsim_mutex_unlock(&m);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

// ---- Misuse ----

struct Misuse {
  const char* name;
  void (*body)();
};

class MutexMisuseTest : public testing::TestWithParam<Misuse> {};

const Misuse kMisuses[] = {
    {"UnlockOfAFreeMutex",
     [] {
       detsim_mutex m = {};
       detsim_mutex_unlock(&m);
     }},
    {"UnlockByAnotherThread",
     [] {
       detsim_mutex m = {};
       Holding holding(&m);
       Thread a([&] { detsim_mutex_unlock(&m); });
       a.Join();
     }},
    {"Relock",
     [] {
       detsim_mutex m = {};
       Holding first(&m);
       Holding second(&m);
     }},
    {"UnlockOfAFreeRecursiveMutexOfCxx",
     [] {
       detsim_mutex m = {};
       m.kind = DETSIM_MUTEX_RECURSIVE | DETSIM_MUTEX_CXX;
       detsim_mutex_unlock(&m);
     }},
    {"TimedRelock",
     [] {
       detsim_mutex m = {};
       Holding first(&m);
       detsim_mutex_timedlock(&m, Now() + kMs);
     }},
    {"LockSharedByTheHolder",
     [] {
       detsim_mutex m = {};
       Holding first(&m);
       detsim_shared_lock(&m);
     }},
    {"DestroyLocked",
     [] {
       detsim_mutex m = {};
       detsim_mutex_lock(&m);
       detsim_mutex_destroy(&m);
     }},
    {"DestroyLockedShared",
     [] {
       detsim_mutex m = {};
       detsim_shared_lock(&m);
       detsim_mutex_destroy(&m);
     }},
    {"DestroyWaitedFor",
     [] {
       detsim_mutex m = {};
       detsim_mutex_lock(&m);
       Thread a([&] { detsim_mutex_lock(&m); });
       detsim_yield();
       detsim_mutex_destroy(&m);
     }},
    {"UnlockSharedOfAFreeMutex",
     [] {
       detsim_mutex m = {};
       detsim_shared_unlock(&m);
     }},
    {"DetectedByAShim", [] { detsim_misuse("a thing was used badly"); }},
};

INSTANTIATE_TEST_SUITE_P(Every, MutexMisuseTest, testing::ValuesIn(kMisuses),
                         [](const auto& m) { return m.param.name; });

TEST_P(MutexMisuseTest, IsAVerdict) {
  Outcome outcome = RunScenario({}, GetParam().body);
  EXPECT_EQ(outcome.verdict, Verdict::kMisuse);
  EXPECT_NE(outcome.message, "");
  EXPECT_NE(outcome.pc, 0u);
}

}  // namespace
}  // namespace detsim::runtime
