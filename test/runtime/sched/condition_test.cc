// Condition variables, events, once flags and waits on addresses.
// Past 400 lines because it is one construct, many ways to wait.
#include <errno.h>
#include <gtest/gtest.h>

#include <set>

#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

// ---- Condition variables ----

// Three threads wait; one of them is woken, then the others.
void NotifyOneOfThree() {
  detsim_mutex m = {};
  detsim_cond c = {};
  int waiting = 0;
  auto body = [&](const char* name) {
    return [&, name] {
      Holding holding(&m);
      ++waiting;
      Wait(&c, &m);
      Log(name);
    };
  };
  // Once `waiting` is seen under the mutex, so many threads do wait.
  auto until_waiting = [&](int count) {
    for (bool reached = false; !reached; detsim_yield()) {
      Holding holding(&m);
      reached = waiting == count;
    }
  };
  Thread a(body("a"));
  until_waiting(1);
  Thread b(body("b"));
  until_waiting(2);
  Thread d(body("c"));
  until_waiting(3);
  detsim_cond_notify_one(&c);
  detsim_yield();
  Log("-");
  detsim_cond_notify_all(&c);
  a.Join();
  b.Join();
  d.Join();
  detsim_cond_destroy(&c);
  detsim_mutex_destroy(&m);
}

TEST(ConditionTest, NotifyOneWakesTheLongestWaiterWhenNothingIsUnusual) {
  EXPECT_EQ(RunScenario({}, &NotifyOneOfThree).log, "a-bc");
}

TEST(ConditionTest, NotifyOneWakesAnyWaiterUnderSomeSeed) {
  std::set<char> woken_first;
  for (const Outcome& outcome :
       RunSeeds({.strategy = "random"}, 200, &NotifyOneOfThree)) {
    ASSERT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
    if (outcome.log[1] == '-') woken_first.insert(outcome.log[0]);
  }
  EXPECT_EQ(woken_first, (std::set<char>{'a', 'b', 'c'}));
}

TEST(ConditionTest, ANotificationWithoutWaitersIsLost) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    detsim_cond c = {};
    detsim_cond_notify_one(&c);
    detsim_cond_notify_all(&c);
    Holding holding(&m);
    Wait(&c, &m);
  });
  EXPECT_EQ(outcome.verdict, Verdict::kDeadlock);
}

TEST(ConditionTest, WaitReleasesTheMutexAndTakesItAgain) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    detsim_cond c = {};
    Thread a([&] {
      Holding holding(&m);
      Log("w");
      Wait(&c, &m);
      SIM_CHECK(m.owner == detsim_this_thread());
      Log("W");
    });
    detsim_yield();
    {
      Holding holding(&m);
      detsim_cond_notify_one(&c);
      detsim_yield();
      Log("n");
    }
    a.Join();
  });
  EXPECT_EQ(outcome.log, "wnW");
}

TEST(ConditionTest, WaitKeepsTheDepthOfARecursiveMutex) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    m.kind = DETSIM_MUTEX_RECURSIVE;
    detsim_cond c = {};
    Thread a([&] {
      detsim_mutex_lock(&m);
      detsim_mutex_lock(&m);
      Wait(&c, &m);
      SIM_CHECK(m.depth == 2);
      detsim_mutex_unlock(&m);
      detsim_mutex_unlock(&m);
    });
    detsim_yield();
    SIM_CHECK(m.owner == nullptr);
    detsim_cond_notify_one(&c);
    a.Join();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(ConditionTest, WaitsSpuriouslyEndUnderSomeSeedAndNeverCalm) {
  auto body = [] {
    detsim_mutex m = {};
    detsim_cond c = {};
    bool notified = false;
    Thread a([&] {
      Holding holding(&m);
      Wait(&c, &m);
      SIM_CHECK(notified);
    });
    for (int i = 0; i < 5; ++i) detsim_yield();
    detsim_mutex_lock(&m);
    notified = true;
    detsim_cond_notify_all(&c);
    detsim_mutex_unlock(&m);
    // Also for seeds under which the notification came before the wait.
    for (int i = 0; i < 5; ++i) {
      detsim_yield();
      detsim_cond_notify_all(&c);
    }
    SleepFor(kMs);
    detsim_cond_notify_all(&c);
    a.Join();
  };
  EXPECT_TRUE(RunScenario({}, body).passed());
  EXPECT_FALSE(FailingSeeds({.strategy = "random"}, 400, body).empty());
}

TEST(ConditionTest, ATimedWaitTimesOutAndHoldsTheMutex) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    detsim_cond c = {};
    Holding holding(&m);
    uint64_t deadline = Now() + 5 * kMs;
    SIM_CHECK(detsim_cond_wait(&c, &m, deadline) == ETIMEDOUT);
    SIM_CHECK(m.owner == detsim_this_thread());
    SIM_CHECK(Now() == deadline + 1);
    SIM_CHECK(detsim_cond_wait(&c, &m, deadline) == ETIMEDOUT);
    SIM_CHECK(c.waiters.head == nullptr);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(ConditionTest, ATimedWaitIsWokenBeforeItsDeadline) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    detsim_cond c = {};
    Thread a([&] {
      Holding holding(&m);
      SIM_CHECK(detsim_cond_wait(&c, &m, Now() + 50 * kMs) == 0);
    });
    SleepFor(10 * kMs);
    detsim_cond_notify_one(&c);
    a.Join();
    SIM_CHECK(Now() < kRunStart.ns + 50 * kMs);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(ConditionTest, NoWakeUpIsLostBetweenUnlockAndWait) {
  std::vector<Outcome> failing = FailingSeeds({.strategy = "random"}, 1000, [] {
    detsim_mutex m = {};
    detsim_cond c = {};
    bool ready = false;
    Thread a([&] {
      Holding holding(&m);
      while (!ready) Wait(&c, &m);
    });
    {
      Holding holding(&m);
      ready = true;
    }
    detsim_cond_notify_one(&c);
    a.Join();
  });
  EXPECT_TRUE(failing.empty()) << testing::PrintToString(failing[0]);
}

TEST(ConditionTest, WaitingWithoutTheMutexIsMisuse) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    detsim_cond c = {};
    Wait(&c, &m);
  });
  EXPECT_EQ(outcome.verdict, Verdict::kMisuse);
}

TEST(ConditionTest, DestroyingItWhileAThreadWaitsIsMisuse) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    detsim_cond c = {};
    Thread a([&] {
      Holding holding(&m);
      Wait(&c, &m);
    });
    detsim_yield();
    detsim_cond_destroy(&c);
  });
  EXPECT_EQ(outcome.verdict, Verdict::kMisuse);
}

// ---- Events ----

TEST(EventTest, WaitingEndsWhenItIsSet) {
  Outcome outcome = RunScenario({}, [] {
    detsim_event e = {};
    Thread a([&] {
      SIM_CHECK(detsim_event_is_set(&e) == 0);
      SIM_CHECK(detsim_event_wait(&e, DETSIM_FOREVER) == 0);
      SIM_CHECK(detsim_event_is_set(&e) != 0);
    });
    detsim_yield();
    detsim_event_set(&e);
    SIM_CHECK(detsim_event_wait(&e, DETSIM_FOREVER) == 0);
    SIM_CHECK(detsim_event_wait(&e, 1) == 0);
    a.Join();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(EventTest, ATimedWaitTimesOut) {
  Outcome outcome = RunScenario({}, [] {
    detsim_event e = {};
    SIM_CHECK(detsim_event_wait(&e, 1) == ETIMEDOUT);
    SIM_CHECK(detsim_event_wait(&e, Now() + kMs) == ETIMEDOUT);
    SIM_CHECK(e.waiters.head == nullptr);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

// ---- Once ----

TEST(OnceTest, RunsOnceAndOthersWaitForIt) {
  std::vector<Outcome> failing = FailingSeeds({.strategy = "random"}, 200, [] {
    int32_t state = 0;
    Atomic runs;
    bool done = false;
    auto body = [&] {
      if (detsim_once_begin(&state) != 0) {
        runs.FetchAdd(1);
        detsim_yield();
        done = true;
        detsim_once_end(&state, 1);
      }
      SIM_CHECK(done);
    };
    Thread a(body), b(body), c(body);
    a.Join();
    b.Join();
    c.Join();
    SIM_CHECK(runs.value() == 1);
  });
  EXPECT_TRUE(failing.empty()) << testing::PrintToString(failing[0]);
}

TEST(OnceTest, AnExceptionLetsAnotherCallerTry) {
  Outcome outcome = RunScenario({}, [] {
    int32_t state = 0;
    Thread a([&] {
      SIM_CHECK(detsim_once_begin(&state) == 1);
      detsim_yield();
      Log("a");
      detsim_once_end(&state, 0);
    });
    Thread b([&] {
      SIM_CHECK(detsim_once_begin(&state) == 1);
      Log("b");
      detsim_once_end(&state, 1);
    });
    Thread c([&] {
      SIM_CHECK(detsim_once_begin(&state) == 0);
      Log("c");
    });
    a.Join();
    b.Join();
    c.Join();
    SIM_CHECK(state == 2);
  });
  EXPECT_EQ(outcome.log, "abc");
}

TEST(OnceTest, CallingItFromWithinIsADeadlock) {
  Outcome outcome = RunScenario({}, [] {
    int32_t state = 0;
    detsim_once_begin(&state);
    detsim_once_begin(&state);
  });
  EXPECT_EQ(outcome.verdict, Verdict::kDeadlock);
}

// ---- Addresses ----

int MustWait(void* context) { return *static_cast<int*>(context) == 0; }

TEST(AddressWaitTest, NoWakeUpIsLostBetweenTheCheckAndTheBlock) {
  std::vector<Outcome> failing = FailingSeeds({.strategy = "random"}, 1000, [] {
    int flag = 0;
    Atomic busy;
    Thread a([&] {
      busy.FetchAdd(1);
      while (flag == 0) {
        detsim_address_wait(&flag, &MustWait, &flag, DETSIM_FOREVER);
      }
    });
    busy.FetchAdd(1);
    flag = 1;
    detsim_address_wake(&flag, 0);
    a.Join();
  });
  EXPECT_TRUE(failing.empty()) << testing::PrintToString(failing[0]);
}

TEST(AddressWaitTest, DoesNotBlockWhenTheCheckSaysSo) {
  Outcome outcome = RunScenario({}, [] {
    int flag = 1;
    SIM_CHECK(detsim_address_wait(&flag, &MustWait, &flag, DETSIM_FOREVER) ==
              0);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(AddressWaitTest, TimesOut) {
  Outcome outcome = RunScenario({}, [] {
    int flag = 0;
    uint64_t deadline = Now() + kMs;
    SIM_CHECK(detsim_address_wait(&flag, &MustWait, &flag, deadline) ==
              ETIMEDOUT);
    SIM_CHECK(Now() == deadline + 1);
    SIM_CHECK(detsim_address_wait(&flag, &MustWait, &flag, deadline) ==
              ETIMEDOUT);
    detsim_address_wake(&flag, 1);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(AddressWaitTest, WakesOneOrAllOfTheAddressOnly) {
  Outcome outcome = RunScenario({}, [] {
    int x = 0;
    int y = 0;
    auto body = [](int* address, const char* name) {
      return [address, name] {
        detsim_address_wait(address, &MustWait, address, DETSIM_FOREVER);
        Log(name);
      };
    };
    Thread a(body(&y, "a")), b(body(&x, "b")), c(body(&x, "c")),
        d(body(&x, "d"));
    detsim_yield();
    detsim_address_wake(&x, 0);
    detsim_yield();
    Log("-");
    detsim_address_wake(&x, 1);
    detsim_yield();
    Log("-");
    detsim_address_wake(&y, 0);
    a.Join();
    b.Join();
    c.Join();
    d.Join();
  });
  EXPECT_EQ(outcome.log, "b-cd-a");
}

TEST(AddressWaitTest, WakesAnyWaiterUnderSomeSeed) {
  std::set<std::string> woken;
  for (const Outcome& outcome : RunSeeds({.strategy = "random"}, 100, [] {
         int x = 0;
         int waiting = 0;
         auto body = [&](const char* name) {
           return [&x, &waiting, name] {
             ++waiting;
             detsim_address_wait(&x, &MustWait, &x, DETSIM_FOREVER);
             if (x == 0) Log(name);
           };
         };
         Thread a(body("a"));
         while (waiting < 1) detsim_yield();
         Thread b(body("b"));
         while (waiting < 2) detsim_yield();
         SleepFor(kMs);
         detsim_address_wake(&x, 0);
         SleepFor(kMs);
         x = 1;
         detsim_address_wake(&x, 1);
         a.Join();
         b.Join();
       })) {
    woken.insert(outcome.log);
  }
  EXPECT_TRUE(woken.contains("a"));
  EXPECT_TRUE(woken.contains("b"));
}

// ---- Weak compare-exchange ----

TEST(AtomicTest, AWeakCompareExchangeFailsUnderSomeSeedAndNeverCalm) {
  auto body = [] {
    Atomic value;
    SIM_CHECK(value.Replace(0, 1));
  };
  EXPECT_TRUE(RunScenario({}, body).passed());
  EXPECT_FALSE(FailingSeeds({.strategy = "random"}, 300, body).empty());
}

TEST(AtomicTest, ALoadAndAStoreMayLoseAnUpdate) {
  auto body = [] {
    Atomic value;
    auto increment = [&] { value.Store(value.Load() + 1); };
    Thread a(increment), b(increment);
    a.Join();
    b.Join();
    SIM_CHECK(value.Load() == 2);
  };
  EXPECT_TRUE(RunScenario({}, body).passed());
  EXPECT_FALSE(FailingSeeds({.strategy = "random"}, 100, body).empty());
}

}  // namespace
}  // namespace detsim::runtime
