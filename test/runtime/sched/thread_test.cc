// Threads of the C ABI, and what a switch between them keeps apart.
#include <errno.h>
#include <gtest/gtest.h>

#include <exception>
#include <set>
#include <stdexcept>
#include <string>

#include "runtime/sched/scheduler.h"
#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

TEST(ThreadTest, JoinWaitsForTheEnd) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] {
      SleepFor(kMs);
      Log("a");
    });
    SIM_CHECK(a.Join() == 0);
    Log("m");
  });
  EXPECT_EQ(outcome.log, "am");
  EXPECT_EQ(outcome.threads, 2u);
  EXPECT_EQ(outcome.live_threads, 0u);
}

TEST(ThreadTest, JoiningAFinishedThreadReturnsAtOnce) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] {});
    detsim_yield();
    SIM_CHECK(a.Join() == 0);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(ThreadTest, JoiningItselfIsRefused) {
  Outcome outcome = RunScenario({}, [] {
    SIM_CHECK(detsim_thread_join(detsim_this_thread()) == EDEADLK);
    Thread a(
        [] { SIM_CHECK(detsim_thread_join(detsim_this_thread()) == EDEADLK); });
    a.Join();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(ThreadTest, JoiningEachOtherIsADeadlock) {
  Outcome outcome = RunScenario({}, [] {
    detsim_thread* main_thread = detsim_this_thread();
    Thread a([&] { detsim_thread_join(main_thread); });
    a.Join();
  });
  EXPECT_EQ(outcome.verdict, Verdict::kDeadlock);
}

TEST(ThreadTest, TwoJoinsAreMisuse) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] { SleepFor(kMs); });
    Thread b([&] { a.Join(); });
    detsim_yield();
    a.Join();
  });
  EXPECT_EQ(outcome.verdict, Verdict::kMisuse);
}

TEST(ThreadTest, JoiningADetachedThreadIsMisuse) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] { SleepFor(kMs); });
    a.Detach();
    a.Join();
  });
  EXPECT_EQ(outcome.verdict, Verdict::kMisuse);
}

TEST(ThreadTest, DetachingTwiceIsMisuse) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] { SleepFor(kMs); });
    a.Detach();
    a.Detach();
  });
  EXPECT_EQ(outcome.verdict, Verdict::kMisuse);
}

TEST(ThreadTest, DetachingAThreadThatIsBeingJoinedIsMisuse) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] { SleepFor(kMs); });
    Thread b([&] { a.Join(); });
    detsim_yield();
    a.Detach();
  });
  EXPECT_EQ(outcome.verdict, Verdict::kMisuse);
}

TEST(ThreadTest, ADetachedThreadEndsByItself) {
  Outcome outcome = RunScenario({}, [] {
    detsim_event done = {};
    Thread a([&] { detsim_event_set(&done); });
    a.Detach();
    detsim_event_wait(&done, DETSIM_FOREVER);
    detsim_yield();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
  EXPECT_EQ(outcome.live_threads, 0u);
}

TEST(ThreadTest, AThreadMayBeDetachedAfterItsEnd) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] {});
    detsim_yield();
    a.Detach();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(ThreadTest, AJoinableThreadAliveAtTheEndIsALeak) {
  Outcome outcome =
      RunScenario({}, [] { Thread a([] { SleepFor(1000 * kMs); }); });
  EXPECT_EQ(outcome.verdict, Verdict::kThreadLeak);
  EXPECT_EQ(outcome.live_threads, 1u);
}

TEST(ThreadTest, AJoinableThreadThatHasEndedIsNoLeak) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] {});
    detsim_yield();
  });
  EXPECT_TRUE(outcome.passed());
}

TEST(ThreadTest, ADetachedThreadAliveAtTheEndIsNoLeak) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] { SleepFor(1000 * kMs); });
    a.Detach();
  });
  EXPECT_TRUE(outcome.passed());
  EXPECT_EQ(outcome.live_threads, 1u);
}

TEST(ThreadTest, IdsAreStableAndNeverReused) {
  for (const Outcome& outcome : RunSeeds({}, 3, [] {
         Log(static_cast<int64_t>(detsim_this_thread_id()));
         for (int i = 0; i < 3; ++i) {
           Thread a([] { Log(static_cast<int64_t>(detsim_this_thread_id())); });
           SIM_CHECK(detsim_thread_id(a.handle()) ==
                     static_cast<uint64_t>(i) + 2);
           a.Join();
         }
       })) {
    EXPECT_EQ(outcome.log, "1 2 3 4 ");
  }
}

TEST(ThreadTest, KeysNameTheSpawnPath) {
  // The two threads of main spawn one each: which of these grandchildren
  // comes first depends on the seed, their keys do not.
  auto key = [] { return std::to_string(scheduler.current()->key); };
  std::set<std::string> logs;
  for (const Outcome& outcome : RunSeeds({.strategy = "random"}, 50, [&] {
         std::string keys[2];
         auto body = [&](int i) {
           return [&keys, &key, i] {
             detsim_yield();
             Thread grandchild([&] { keys[i] = key(); });
             grandchild.Join();
           };
         };
         Thread a(body(0)), b(body(1));
         a.Join();
         b.Join();
         Log(keys[0] + " " + keys[1]);
       })) {
    logs.insert(outcome.log);
  }
  std::string expected[2];
  for (uint32_t i = 0; i < 2; ++i) {
    expected[i] =
        std::to_string(ChildThreadKey(ChildThreadKey(kMainThreadKey, i), 0));
  }
  EXPECT_EQ(logs, std::set<std::string>{expected[0] + " " + expected[1]});
}

TEST(ThreadTest, ThreadsInTheSamePlaceAreDifferentObjects) {
  Outcome outcome = RunScenario({.trace = true}, [] {
    for (int i = 0; i < 3; ++i) {
      Thread a([] {});
      a.Join();
    }
  });
  std::set<uint32_t> objects;
  for (const Event& event : outcome.events) {
    if (event.kind == OperationKind::kJoin) objects.insert(event.object);
  }
  EXPECT_EQ(objects.size(), 3u);
}

TEST(ThreadTest, ANameIsCutAt31Bytes) {
  Outcome outcome = RunScenario({}, [] {
    detsim_thread_set_name(detsim_this_thread(),
                           "a name of more than thirty-one bytes");
    Log(scheduler.current()->name);
    detsim_thread_set_name(detsim_this_thread(), "short");
    Log(scheduler.current()->name);
  });
  EXPECT_EQ(outcome.log, "a name of more than thirty-one short");
}

TEST(ThreadTest, HardwareConcurrencyIsAnOption) {
  Scenario scenario;
  scenario.options.hardware_concurrency = 7;
  Outcome outcome = RunScenario(
      scenario, [] { SIM_CHECK(detsim_hardware_concurrency() == 7); });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(ThreadTest, ThousandsOfThreadsMayBeAlive) {
  Outcome outcome = RunScenario({}, [] {
    std::vector<Thread> threads;
    detsim_event go = {};
    for (int i = 0; i < 5000; ++i) {
      threads.emplace_back([&] { detsim_event_wait(&go, DETSIM_FOREVER); });
    }
    detsim_yield();
    detsim_event_set(&go);
    for (Thread& thread : threads) thread.Join();
  });
  EXPECT_TRUE(outcome.passed());
  EXPECT_EQ(outcome.threads, 5001u);
}

TEST(ThreadTest, HandlersOfItsExitRunLastFirst) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] {
      detsim_at_thread_exit([](void*) { Log("1"); }, nullptr);
      detsim_at_thread_exit(
          [](void*) {
            Log("2");
            detsim_at_thread_exit([](void*) { Log("3"); }, nullptr);
          },
          nullptr);
      Log("a");
    });
    a.Join();
  });
  EXPECT_EQ(outcome.log, "a231");
}

// ---- What switches keep apart ----

TEST(SwitchTest, ErrnoBelongsToTheThread) {
  std::vector<Outcome> failing = FailingSeeds({.strategy = "random"}, 50, [] {
    auto body = [](int value) {
      return [value] {
        for (int i = 0; i < 5; ++i) {
          errno = value + i;
          detsim_yield();
          SIM_CHECK(errno == value + i);
        }
      };
    };
    Thread a(body(100)), b(body(200));
    a.Join();
    b.Join();
  });
  EXPECT_TRUE(failing.empty()) << testing::PrintToString(failing[0]);
}

// Switches in its destructor, while an exception unwinds through it.
struct SwitchingDestructor {
  ~SwitchingDestructor() {
    int uncaught = std::uncaught_exceptions();
    detsim_yield();
    SIM_CHECK(std::uncaught_exceptions() == uncaught);
  }
};

void ThrowAndCatch(int id) {
  for (int i = 0; i < 5; ++i) {
    std::string text = std::to_string(id) + "." + std::to_string(i);
    try {
      SwitchingDestructor outer;
      try {
        SwitchingDestructor inner;
        throw std::runtime_error(text);
      } catch (const std::runtime_error& e) {
        detsim_yield();
        SIM_CHECK(e.what() == text);
        try {
          throw id;
        } catch (int caught) {
          detsim_yield();
          SIM_CHECK(caught == id);
        }
        detsim_yield();
        throw;
      }
    } catch (...) {
      detsim_yield();
      std::exception_ptr current = std::current_exception();
      detsim_yield();
      try {
        std::rethrow_exception(current);
      } catch (const std::runtime_error& e) {
        detsim_yield();
        SIM_CHECK(e.what() == text);
      }
    }
    SIM_CHECK(std::uncaught_exceptions() == 0);
    SIM_CHECK(std::current_exception() == nullptr);
  }
}

TEST(SwitchTest, CaughtExceptionsBelongToTheThread) {
  std::vector<Outcome> failing = FailingSeeds({.strategy = "random"}, 50, [] {
    Thread a([] { ThrowAndCatch(1); });
    Thread b([] { ThrowAndCatch(2); });
    Thread c([] { ThrowAndCatch(3); });
    ThrowAndCatch(0);
    a.Join();
    b.Join();
    c.Join();
  });
  EXPECT_TRUE(failing.empty()) << testing::PrintToString(failing[0]);
}

}  // namespace
}  // namespace detsim::runtime
