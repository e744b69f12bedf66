// Plain accesses as preemption points; instrumented.cc is compiled as a
// program under test is.
#include <gtest/gtest.h>
#include <time.h>

#include <map>
#include <string>

#include "runtime/sched/scheduler.h"
#include "test/runtime/memory/instrumented.h"
#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

// Two threads increment a plain int; the run fails when one gets lost.
void LostUpdate() {
  int counter = 0;
  Thread a([&] { PlainIncrement(&counter); });
  Thread b([&] { PlainIncrement(&counter); });
  a.Join();
  b.Join();
  SIM_CHECK(counter == 2);
}

TEST(AccessTest, ALostUpdateIsReachable) {
  EXPECT_FALSE(FailingSeeds({.strategy = "random"}, 100, &LostUpdate).empty());
}

TEST(AccessTest, ALostUpdateIsReachableByPct) {
  // PCT spends two change points on accesses once it knows how many there are.
  Scenario scenario = {.strategy = "pct"};
  scenario.profile = {.steps = 6, .accesses = 2, .threads = 3};
  EXPECT_FALSE(FailingSeeds(scenario, 100, &LostUpdate).empty());
}

TEST(AccessTest, ALostUpdateIsNotReachableWithoutPreemptingMemory) {
  Scenario scenario = {.strategy = "random"};
  scenario.options.preempt_memory = false;
  EXPECT_TRUE(FailingSeeds(scenario, 1000, &LostUpdate).empty());
}

TEST(AccessTest, ALostUpdateIsNotReachableCalm) {
  EXPECT_TRUE(RunScenario({}, &LostUpdate).passed());
}

TEST(AccessTest, APreemptionIsOneChoice) {
  std::vector<Outcome> failing =
      FailingSeeds({.strategy = "random"}, 100, &LostUpdate);
  ASSERT_FALSE(failing.empty());
  // Some need no more than the one that matters: between read and write, so
  // before the second access since the thread's start.
  int with_one = 0;
  for (const Outcome& outcome : failing) {
    std::vector<uint32_t> subs;
    for (const Choice& choice : outcome.choices) {
      if (choice.key.stream == Stream::kAccess) subs.push_back(choice.key.sub);
    }
    if (subs.size() != 1) continue;
    ++with_one;
    EXPECT_EQ(subs[0], 2u);
  }
  EXPECT_GT(with_one, 0);
}

TEST(AccessTest, AccessesAreCounted) {
  Outcome outcome = RunScenario({}, [] {
    volatile int value = 1;
    LoadManyTimes(&value, 1000);
    StoreManyTimes(&value, 500);
  });
  EXPECT_EQ(outcome.accesses, 1500u);
  EXPECT_EQ(outcome.steps, 0u);
}

TEST(AccessTest, ALongLoopYieldsAfterTheQuantum) {
  Outcome outcome = RunScenario({}, [] {
    bool ran = false;
    Thread a([&] { ran = true; });
    volatile int value = 1;
    LoadManyTimes(&value, kAccessQuantum - 1);
    SIM_CHECK(!ran);
    LoadManyTimes(&value, 1);
    SIM_CHECK(ran);
    a.Join();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
  EXPECT_EQ(outcome.unusual, 0u);
}

TEST(AccessTest, APreemptionThatHasLostItsTargetIsAsIfItWereNotThere) {
  // Nor does it move the quantum: both runs yield after as many accesses.
  auto body = [] {
    volatile int count = 0;
    Thread a([&] { Log(count); });
    StoreManyTimes(&count, 2 * kAccessQuantum);
    a.Join();
  };
  ChoiceKey key = {.thread = kMainThreadKey,
                   .operation = 1,
                   .sub = 1000,
                   .stream = Stream::kAccess};
  constexpr uint64_t kNobody = 77;
  Outcome calm = RunScenario({}, body);
  Outcome replayed =
      RunScenario({.strategy = "replay", .choices = {{key, kNobody}}}, body);
  EXPECT_TRUE(replayed.SameAs(calm)) << testing::PrintToString(calm) << "\n"
                                     << testing::PrintToString(replayed);
  EXPECT_EQ(calm.log, std::to_string(kAccessQuantum - 2) + " ");
}

TEST(AccessTest, ComputingTakesVirtualTime) {
  Outcome outcome = RunScenario({}, [] {
    volatile int value = 1;
    uint64_t begin = Now();
    LoadManyTimes(&value, 2 * kMs);
    uint64_t end = Now();
    Log(static_cast<int64_t>(end - begin));
  });
  EXPECT_EQ(outcome.log, "2000001 ");
}

TEST(AccessTest, AClockThatStandsStillHidesComputingTimeForAWhile) {
  auto body = [] {
    volatile int value = 1;
    uint64_t reads[4];
    for (uint64_t& read : reads) {
      read = Now();
      LoadManyTimes(&value, 1000);
    }
    Log(static_cast<int64_t>(reads[1] - reads[0]));
    Log(static_cast<int64_t>(reads[2] - reads[1]));
    Log(static_cast<int64_t>(reads[3] - reads[2]));
  };
  // Before the first announced operation the ordinal is 0.
  ChoiceKey key = {.thread = kMainThreadKey,
                   .operation = 0,
                   .sub = 1,
                   .stream = Stream::kTime};
  Outcome outcome =
      RunScenario({.strategy = "replay", .choices = {{key, 1}}}, body);
  EXPECT_EQ(outcome.log, "0 2001 1001 ");
}

TEST(AccessTest, ASleeperWakesWhileAnotherThreadComputes) {
  Outcome outcome = RunScenario({}, [] {
    bool woke = false;
    Thread a([&] {
      SleepFor(3 * kMs);
      woke = true;
    });
    detsim_yield();                 // It sleeps.
    static volatile int value = 1;  // On the stack it were no progress.
    StoreManyTimes(&value, 2 * kMs);
    SIM_CHECK(!woke);
    StoreManyTimes(&value, 2 * kMs);
    SIM_CHECK(woke);
    a.Join();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(AccessTest, ADurationCountsFromTheEndOfAComputation) {
  Outcome outcome = RunScenario({}, [] {
    volatile int value = 1;
    uint64_t begin = Now();
    LoadManyTimes(&value, 5 * kMs);
    const timespec duration = {0, 10 * kMs};
    nanosleep(&duration, nullptr);
    Log(static_cast<int64_t>(Now() - begin));
  });
  EXPECT_EQ(outcome.log, "15000001 ");
}

TEST(AccessTest, ACheckOfTheRuntimeIsNotPreempted) {
  // must_wait is instrumented; a preemption between its look at the flag and
  // the block, at the second load here, would lose the wake-up.
  std::vector<Outcome> failing = FailingSeeds({.strategy = "random"}, 1000, [] {
    int flag = 0;
    Thread a([&] {
      while (PlainLoad(&flag) == 0) {
        detsim_address_wait(
            &flag,
            [](void* context) -> int {
              int seen = PlainLoad(static_cast<int*>(context));
              return PlainLoad(&seen) == 0;
            },
            &flag, DETSIM_FOREVER);
      }
    });
    PlainStore(&flag, 1);
    detsim_address_wake(&flag, 0);
    a.Join();
  });
  EXPECT_TRUE(failing.empty()) << testing::PrintToString(failing[0]);
}

TEST(AccessTest, MemoryFunctionsDoTheirWork) {
  Outcome outcome = RunScenario({}, [] {
    char text[16] = {};
    SIM_CHECK(UseMemoryFunctions(text, "abcdef", 6) == 2);
    SIM_CHECK(std::string(text) == "aabcde");
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
  EXPECT_GT(outcome.accesses, 5u);
}

TEST(AtomicHookTest, EveryBuiltinHasItsMeaning) {
  Outcome outcome = RunScenario({}, [] { SIM_CHECK(TryEveryBuiltin() == 0); });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(AtomicHookTest, AnAnnouncedAtomicIsOneStepAndNoAccess) {
  Outcome outcome = RunScenario({}, [] {
    int value = 0;
    AnnouncedStore(&value, 1);
    AnnouncedAdd(&value, 2);
    SIM_CHECK(AnnouncedLoad(&value) == 3);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
  EXPECT_EQ(outcome.steps, 3u);
  EXPECT_EQ(outcome.accesses, 0u);
}

TEST(AtomicHookTest, AnUnannouncedAtomicIsAnAccess) {
  Outcome outcome = RunScenario({}, [] {
    int value = 0;
    AnnouncedStore(&value, 1);  // Concerns its own hook alone.
    SIM_CHECK(UnannouncedLoad(&value) == 1);
    SIM_CHECK(UnannouncedLoad(&value) == 1);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
  EXPECT_EQ(outcome.steps, 1u);
  EXPECT_EQ(outcome.accesses, 2u);
}

TEST(AtomicHookTest, AnAnnouncedReadModifyWriteLosesNothing) {
  std::vector<Outcome> failing = FailingSeeds({.strategy = "random"}, 300, [] {
    int value = 0;
    auto body = [&] {
      AnnouncedAdd(&value, 1);
      AnnouncedAdd(&value, 1);
    };
    Thread a(body), b(body);
    a.Join();
    b.Join();
    SIM_CHECK(value == 4);
  });
  EXPECT_TRUE(failing.empty()) << testing::PrintToString(failing[0]);
}

TEST(AtomicHookTest, ALoadAndAStoreLoseAnUpdateUnderSomeSeed) {
  auto body = [] {
    int value = 0;
    auto increment = [&] { AnnouncedStore(&value, AnnouncedLoad(&value) + 1); };
    Thread a(increment), b(increment);
    a.Join();
    b.Join();
    SIM_CHECK(value == 2);
  };
  EXPECT_FALSE(FailingSeeds({.strategy = "random"}, 50, body).empty());
}

TEST(ProgressTest, StoresToTheOwnStackAreNone) {
  Outcome outcome = RunScenario({}, [] {
    int on_stack = 0;
    auto on_heap = std::make_unique<int>(0);
    uint64_t before = progress_writes;
    PlainStore(&on_stack, 1);
    SIM_CHECK(progress_writes == before);
    PlainStore(on_heap.get(), 1);
    SIM_CHECK(progress_writes == before + 1);
    Thread a([&] {
      int mine = 0;
      uint64_t start = progress_writes;
      PlainStore(&mine, 1);
      SIM_CHECK(progress_writes == start);
      PlainStore(&on_stack, 2);  // Main's stack: others see it.
      SIM_CHECK(progress_writes == start + 1);
    });
    a.Join();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(ProgressTest, AnAtomicStoreIsOneWhenItChangesSomething) {
  Outcome outcome = RunScenario({}, [] {
    int value = 0;
    uint64_t before = progress_writes;
    AnnouncedStore(&value, 0);
    AnnouncedAdd(&value, 0);
    SIM_CHECK(progress_writes == before);
    AnnouncedStore(&value, 1);
    SIM_CHECK(progress_writes == before + 1);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

}  // namespace
}  // namespace detsim::runtime
