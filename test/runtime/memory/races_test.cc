// Data races of instrumented code: what orders two accesses keeps the detector
// silent, under every schedule, and without it the race is found.
#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <cstdlib>

#include "runtime/sched/race_reports.h"
#include "test/runtime/memory/instrumented.h"
#include "test/runtime/memory/racing_seeds.h"
#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

// ---- Plain accesses ----

TEST(RacesTest, TwoPlainIncrementsRaceInEverySeed) {
  EXPECT_EQ(RacingSeeds([] {
              int counter = 0;
              Thread a([&] { PlainIncrement(&counter); });
              Thread b([&] { PlainIncrement(&counter); });
              a.Join();
              b.Join();
            }),
            kSeeds);
}

TEST(RacesTest, ARaceNamesBothPlacesAndThreads) {
  Outcome outcome = RunScenario({.find_races = true}, [] {
    int counter = 0;
    Thread a([&] { PlainStore(&counter, 1); });
    Thread b([&] { PlainLoad(&counter); });
    a.Join();
    b.Join();
  });
  ASSERT_EQ(outcome.races.size(), 1u);
  EXPECT_EQ(outcome.races[0].earlier_thread + outcome.races[0].later_thread,
            3u);
  EXPECT_NE(outcome.races[0].earlier_pc, outcome.races[0].later_pc);
}

TEST(RacesTest, LookingForRacesDoesNotChangeTheRun) {
  auto body = [] {
    int counter = 0;
    detsim_mutex m = {};
    auto work = [&] {
      for (int i = 0; i < 5; ++i) {
        PlainIncrement(&counter);
        Holding holding(&m);
        PlainIncrement(&counter);
      }
    };
    Thread a(work);
    Thread b(work);
    a.Join();
    PlainIncrement(&counter);
    b.Join();
    Thread c(work);
    c.Join();
    Log(counter);
  };
  std::vector<Outcome> with =
      RunSeeds({.strategy = "random", .find_races = true}, kSeeds, body);
  std::vector<Outcome> without = RunSeeds({.strategy = "random"}, kSeeds, body);
  for (Outcome& outcome : with) outcome.races.clear();
  EXPECT_TRUE(std::equal(
      with.begin(), with.end(), without.begin(),
      [](const Outcome& a, const Outcome& b) { return a.SameAs(b); }));
}

TEST(RacesTest, NothingIsFoundUnlessAsked) {
  Outcome outcome = RunScenario({}, [] {
    int counter = 0;
    Thread a([&] { PlainIncrement(&counter); });
    PlainIncrement(&counter);
    a.Join();
  });
  EXPECT_TRUE(outcome.races.empty());
}

TEST(RacesTest, StartAndJoinOrder) {
  EXPECT_EQ(RacingSeeds([] {
              int counter = 0;
              PlainIncrement(&counter);
              Thread a([&] { PlainIncrement(&counter); });
              a.Join();
              Thread b([&] { PlainIncrement(&counter); });
              b.Join();
              PlainIncrement(&counter);
            }),
            0u);
}

TEST(RacesTest, WhatIsFreedHasNoPast) {
  EXPECT_EQ(RacingSeeds([] {
              // The same block for one thread after the other.
              auto use = [] {
                int* block = static_cast<int*>(malloc(64));
                PlainStore(block, 1);
                free(block);
              };
              Thread a(use);
              Thread b(use);
              a.Join();
              b.Join();
            }),
            0u);
}

TEST(RacesTest, AStackThatIsUsedAgainHasNoPast) {
  EXPECT_EQ(RacingSeeds([] {
              auto use = [] {
                int local = 0;
                PlainStore(&local, 1);
              };
              Thread a(use);
              a.Detach();
              Thread b(use);
              b.Detach();
              SleepFor(kMs);
              Thread c(use);
              c.Join();
            }),
            0u);
}

// ---- Locks ----

TEST(RacesTest, AMutexOrders) {
  auto increments = [](bool locked) {
    return RacingSeeds([locked] {
      int counter = 0;
      detsim_mutex m = {};
      auto work = [&] {
        if (!locked) return PlainIncrement(&counter);
        Holding holding(&m);
        PlainIncrement(&counter);
      };
      Thread a(work);
      Thread b(work);
      a.Join();
      b.Join();
    });
  };
  EXPECT_EQ(increments(true), 0u);
  EXPECT_EQ(increments(false), kSeeds);
}

TEST(RacesTest, ASharedMutexOrdersReadersWithWritersOnly) {
  auto accesses = [](bool writes_shared) {
    return RacingSeeds([writes_shared] {
      int data = 0;
      detsim_mutex m = {};
      auto read = [&] {
        detsim_shared_lock(&m);
        if (writes_shared) {
          PlainIncrement(&data);
        } else {
          PlainLoad(&data);
        }
        detsim_shared_unlock(&m);
      };
      Thread a(read);
      Thread b(read);
      Thread writer([&] {
        Holding holding(&m);
        PlainIncrement(&data);
      });
      a.Join();
      b.Join();
      writer.Join();
    });
  };
  EXPECT_EQ(accesses(false), 0u);
  EXPECT_GT(accesses(true), 0u);
}

TEST(RacesTest, ASpinLockOrders) {
  EXPECT_EQ(RacingSeeds([] {
              int counter = 0;
              detsim_spin spin = {};
              auto work = [&] {
                detsim_spin_lock(&spin);
                PlainIncrement(&counter);
                detsim_spin_unlock(&spin);
              };
              Thread a(work);
              Thread b(work);
              a.Join();
              b.Join();
            }),
            0u);
}

TEST(RacesTest, AMutexOfPrecompiledCodeOrders) {
  EXPECT_EQ(RacingSeeds([] {
              int counter = 0;
              pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
              auto work = [&] {
                pthread_mutex_lock(&m);
                PlainIncrement(&counter);
                pthread_mutex_unlock(&m);
              };
              Thread a(work);
              Thread b(work);
              a.Join();
              b.Join();
            }),
            0u);
}

TEST(RacesTest, AConditionOrdersThroughItsMutex) {
  EXPECT_EQ(RacingSeeds([] {
              int data = 0;
              int ready = 0;
              detsim_mutex m = {};
              detsim_cond c = {};
              Thread writer([&] {
                PlainStore(&data, 1);
                Holding holding(&m);
                PlainStore(&ready, 1);
                detsim_cond_notify_one(&c);
              });
              {
                Holding holding(&m);
                while (PlainLoad(&ready) == 0) Wait(&c, &m);
              }
              PlainLoad(&data);
              writer.Join();
            }),
            0u);
}

// ---- Other waits ----

TEST(RacesTest, AnEventOrders) {
  auto reads = [](bool waits) {
    return RacingSeeds([waits] {
      int data = 0;
      detsim_event event = {};
      Thread writer([&] {
        PlainStore(&data, 1);
        detsim_event_set(&event);
      });
      if (waits) detsim_event_wait(&event, DETSIM_FOREVER);
      PlainLoad(&data);
      writer.Join();
    });
  };
  EXPECT_EQ(reads(true), 0u);
  EXPECT_EQ(reads(false), kSeeds);
}

TEST(RacesTest, ASemaphoreOrders) {
  EXPECT_EQ(RacingSeeds([] {
              int data = 0;
              detsim_semaphore s = {};
              Thread writer([&] {
                PlainStore(&data, 1);
                detsim_semaphore_release(&s, 1, 10);
              });
              detsim_semaphore_acquire(&s, DETSIM_FOREVER);
              PlainLoad(&data);
              writer.Join();
            }),
            0u);
}

TEST(RacesTest, ABarrierOrdersPhaseByPhase) {
  auto phases = [](bool writes_after) {
    return RacingSeeds([writes_after] {
      int data[2] = {};
      detsim_barrier b = {};
      b.threshold = 2;
      auto work = [&](int me) {
        for (int i = 0; i < 3; ++i) {
          PlainStore(&data[me], i);
          detsim_barrier_wait(&b);
          PlainLoad(&data[1 - me]);
          if (!writes_after) detsim_barrier_wait(&b);
        }
      };
      Thread one([&] { work(0); });
      Thread two([&] { work(1); });
      one.Join();
      two.Join();
    });
  };
  EXPECT_EQ(phases(false), 0u);
  // The next phase's store is not ordered after this phase's load.
  EXPECT_GT(phases(true), 0u);
}

TEST(RacesTest, AOnceOrders) {
  EXPECT_EQ(RacingSeeds([] {
              int data = 0;
              int32_t state = 0;
              auto work = [&] {
                if (detsim_once_begin(&state) != 0) {
                  PlainStore(&data, 1);
                  detsim_once_end(&state, 1);
                }
                PlainLoad(&data);
              };
              Thread a(work);
              Thread b(work);
              a.Join();
              b.Join();
            }),
            0u);
}

}  // namespace
}  // namespace detsim::runtime
