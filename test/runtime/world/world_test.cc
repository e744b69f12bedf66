// Whole runs: what a batch carries from one to the next, and replays.
#include "runtime/world/world.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "test/runtime/memory/instrumented.h"
#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

// ---- Programs with bugs ----

// A wake-up before the wait is lost: the flag is tested without the mutex.
void LostWakeUp() {
  detsim_mutex m = {};
  detsim_cond c = {};
  Atomic ready;
  Thread waiter([&] {
    if (ready.Load() == 0) {
      Holding holding(&m);
      Wait(&c, &m);
    }
  });
  ready.Store(1);
  detsim_cond_notify_one(&c);
  waiter.Join();
}

void LockOrder() {
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
}

void PlainRace() {
  int counter = 0;
  auto body = [&] {
    for (int i = 0; i < 3; ++i) PlainIncrement(&counter);
  };
  Thread a(body), b(body), c(body);
  a.Join();
  b.Join();
  c.Join();
  SIM_CHECK(counter == 9);
}

// Everything that is a choice at once: a pool with timeouts, try_locks, weak
// compare-exchanges and random numbers, and threads that start threads.
void Everything() {
  detsim_mutex m = {};
  detsim_cond c = {};
  Atomic done;
  int jobs = 6;
  auto worker = [&] {
    for (;;) {
      Holding holding(&m);
      while (jobs == 0 && done.Load() == 0) {
        uint32_t random = detsim_random_u32();
        uint64_t deadline = Now() + random % (5 * kMs);
        detsim_cond_wait(&c, &m, random % 2 == 0 ? deadline : DETSIM_FOREVER);
      }
      if (jobs == 0) return;
      --jobs;
      detsim_yield();
    }
  };
  Thread a(worker), b(worker);
  Thread nested([&] {
    Thread inner([&] {
      detsim_mutex other = {};
      if (detsim_mutex_trylock(&other, 1) == 0) {
        SleepFor(detsim_random_u32() % kMs);
        detsim_mutex_unlock(&other);
      } else {
        Log("spurious ");
      }
    });
    int count = 0;
    for (int i = 0; i < 10; ++i) PlainIncrement(&count);
    inner.Join();
  });
  Thread stopper([&] {
    SleepFor(2 * kMs);
    while (!done.Replace(0, 1)) Log("weak ");
    detsim_cond_notify_one(&c);  // The bug: one of two.
  });
  stopper.Join();
  nested.Join();
  a.Join();
  b.Join();
}

struct Program {
  const char* name;
  void (*body)();
};

const Program kPrograms[] = {
    {"LostWakeUp", &LostWakeUp},
    {"LockOrder", &LockOrder},
    {"PlainRace", &PlainRace},
    {"Everything", &Everything},
};

struct Case {
  Program program;
  const char* strategy;
};

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const Program& program : kPrograms) {
    cases.push_back({program, "random"});
    cases.push_back({program, "pct"});
  }
  return cases;
}

class ReplayTest : public testing::TestWithParam<Case> {
 protected:
  static constexpr uint64_t kSeeds = 200;

  // A profile, so that pct spends its change points where the steps are.
  Scenario Drawing() const {
    Scenario scenario = {.strategy = GetParam().strategy};
    Outcome calm = RunScenario({}, GetParam().program.body);
    scenario.profile = {.steps = calm.steps,
                        .accesses = calm.accesses,
                        .threads = calm.threads};
    return scenario;
  }
};

INSTANTIATE_TEST_SUITE_P(Every, ReplayTest, testing::ValuesIn(Cases()),
                         [](const auto& c) {
                           return std::string(c.param.program.name) + "_" +
                                  c.param.strategy;
                         });

TEST_P(ReplayTest, RecordedChoicesGiveTheSameRun) {
  std::vector<Outcome> drawn =
      RunSeeds(Drawing(), kSeeds, GetParam().program.body);
  int failing = 0;
  for (const Outcome& original : drawn) {
    if (!original.passed()) ++failing;
    Outcome replayed = RunScenario({.strategy = "replay",
                                    .seed = original.seed,
                                    .choices = original.choices},
                                   GetParam().program.body);
    ASSERT_TRUE(replayed.SameAs(original))
        << testing::PrintToString(original) << "\n"
        << testing::PrintToString(replayed);
  }
  EXPECT_GT(failing, 0) << "of " << kSeeds;
}

TEST_P(ReplayTest, TheOrderOfTheRecordDoesNotMatter) {
  Outcome original = RunSeeds(Drawing(), 1, GetParam().program.body)[0];
  std::vector<Choice> reversed(original.choices.rbegin(),
                               original.choices.rend());
  Outcome replayed = RunScenario({.strategy = "replay", .choices = reversed},
                                 GetParam().program.body);
  EXPECT_TRUE(replayed.SameAs(original));
}

TEST_P(ReplayTest, AnEmptyRecordIsCalm) {
  Outcome calm = RunScenario({}, GetParam().program.body);
  Outcome replayed =
      RunScenario({.strategy = "replay"}, GetParam().program.body);
  EXPECT_TRUE(replayed.SameAs(calm)) << testing::PrintToString(calm) << "\n"
                                     << testing::PrintToString(replayed);
  EXPECT_EQ(calm.unusual, 0u);
}

TEST_P(ReplayTest, AnyPartOfARecordIsARun) {
  // What a minimizer does: whatever is left out, the run is well defined, and
  // its own record replays to itself.
  std::vector<Outcome> drawn = RunSeeds(Drawing(), 20, GetParam().program.body);
  for (const Outcome& original : drawn) {
    std::vector<Choice> half;
    for (size_t i = 0; i < original.choices.size(); i += 2) {
      half.push_back(original.choices[i]);
    }
    Outcome first = RunScenario({.strategy = "replay", .choices = half},
                                GetParam().program.body);
    ASSERT_EQ(first.signal, 0) << testing::PrintToString(first);
    ASSERT_LE(first.unusual, half.size());
    Outcome again =
        RunScenario({.strategy = "replay", .choices = first.choices},
                    GetParam().program.body);
    ASSERT_TRUE(again.SameAs(first)) << testing::PrintToString(first) << "\n"
                                     << testing::PrintToString(again);
  }
}

TEST(ReplayRecordTest, ForeignChoicesAreIgnored) {
  std::vector<Choice> foreign;
  for (uint64_t i = 0; i < 100; ++i) {
    foreign.push_back({{.thread = i % 3 == 0 ? kMainThreadKey : i,
                        .operation = i,
                        .sub = static_cast<uint32_t>(i % 2),
                        .stream = static_cast<Stream>(i % kStreams)},
                       i * 0x123456789});
  }
  Outcome outcome =
      RunScenario({.strategy = "replay", .choices = foreign}, &Everything);
  EXPECT_EQ(outcome.signal, 0) << testing::PrintToString(outcome);
}

// ---- Batches ----

TEST(BatchTest, ManyRunsShareAProcess) {
  // RunSeeds compares a batch of all with batches of a third.
  std::vector<Outcome> outcomes = RunSeeds({.strategy = "random"}, 3000, [] {
    detsim_mutex m = {};
    auto body = [&] {
      Holding holding(&m);
      Log(detsim_rand());
      SleepFor(detsim_random_u32() % kMs);
    };
    Thread a(body), b(body);
    a.Join();
    b.Join();
  });
  for (const Outcome& outcome : outcomes) EXPECT_TRUE(outcome.passed());
}

TEST(BatchTest, ThreadsLeftBehindEndTheBatchOnly) {
  for (const Outcome& outcome : RunSeeds({}, 5, [] {
         Thread a([] { SleepFor(kMs); });
         a.Detach();
       })) {
    EXPECT_TRUE(outcome.passed());
    EXPECT_EQ(outcome.threads, 2u);
    EXPECT_EQ(outcome.live_threads, 1u);
  }
}

}  // namespace
}  // namespace detsim::runtime
