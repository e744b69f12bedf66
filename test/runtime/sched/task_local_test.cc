#include "runtime/sched/task_local.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <cstdint>

#include "test/runtime/memory/instrumented.h"
#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

void NoteCharacter(char c) { Log(std::string_view(&c, 1)); }

// ---- Emulated thread_local ----

TEST(TaskLocalTest, EachThreadHasItsOwnObjects) {
  std::vector<Outcome> failing = FailingSeeds({.strategy = "random"}, 30, [] {
    auto body = [] {
      for (int i = 0; i < 5; ++i) {
        SIM_CHECK(*ThreadLocalCounter() == i);
        SIM_CHECK(*ThreadLocalInitialised() == 42 + i);
        detsim_yield();
        ++*ThreadLocalCounter();
        ++*ThreadLocalInitialised();
      }
    };
    Thread a(body), b(body);
    body();
    a.Join();
    b.Join();
  });
  EXPECT_TRUE(failing.empty()) << testing::PrintToString(failing[0]);
}

TEST(TaskLocalTest, AlignmentAndInitialValueHold) {
  Outcome outcome = RunScenario({}, [] {
    auto body = [] {
      OverAligned* object = ThreadLocalAligned();
      SIM_CHECK(reinterpret_cast<uintptr_t>(object) % 64 == 0);
      for (char c : object->bytes) SIM_CHECK(c == 7);
      object->bytes[3] = 1;
    };
    body();
    Thread a(body);
    a.Join();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(TaskLocalTest, ConstructorsRunAtFirstUseAndDestructorsAtTheEnd) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] {
      Log("a");
      SIM_CHECK(*ThreadLocalObject(&NoteCharacter) == 5);
      SIM_CHECK(*ThreadLocalObject(&NoteCharacter) == 5);
      Log("A");
    });
    a.Join();
    Log("m");
  });
  EXPECT_EQ(outcome.log, "acAdm");
}

TEST(TaskLocalTest, HandlersOfAThreadsExitRunAfterItsDestructors) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] {
      detsim_at_thread_exit([](void*) { Log("x"); }, nullptr);
      ThreadLocalObject(&NoteCharacter);
    });
    a.Join();
  });
  EXPECT_EQ(outcome.log, "cdx");
}

TEST(TaskLocalTest, AThreadInTheSamePlaceStartsAfresh) {
  Outcome outcome = RunScenario({}, [] {
    for (int i = 0; i < 3; ++i) {
      Thread a([] {
        SIM_CHECK((*ThreadLocalCounter())++ == 0);
        SIM_CHECK((*ThreadLocalInitialised())++ == 42);
        SIM_CHECK((*ThreadLocalObject(&NoteCharacter))++ == 5);
      });
      a.Join();
    }
  });
  EXPECT_EQ(outcome.log, "cdcdcd");
}

TEST(TaskLocalTest, MainStartsAfreshInEachRunOfABatch) {
  // Main's destructors run after the run's outcome is known: two lines of
  // each log would be "c" otherwise.
  for (const Outcome& outcome : RunSeeds({}, 8, [] {
         SIM_CHECK((*ThreadLocalCounter())++ == 0);
         SIM_CHECK((*ThreadLocalInitialised())++ == 42);
         SIM_CHECK((*ThreadLocalObject([](char) {}))++ == 5);
       })) {
    EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
  }
}

int exits_of_main = 0;

TEST(TaskLocalTest, HandlersOfMainsExitRunAfterEachRunOfABatch) {
  std::vector<Outcome> outcomes = RunSeeds({}, 6, [] {
    Log(exits_of_main);
    detsim_at_thread_exit([](void*) { exits_of_main = 0; }, nullptr);
    exits_of_main = 1;
  });
  for (const Outcome& outcome : outcomes) EXPECT_EQ(outcome.log, "0 ");
}

// ---- Keys ----

TEST(TaskLocalKeyTest, EachThreadHasItsOwnValue) {
  Outcome outcome = RunScenario({}, [] {
    pthread_key_t key;
    SIM_CHECK(pthread_key_create(&key, nullptr) == 0);
    int values[3];
    auto body = [&](int i) {
      return [&values, key, i] {
        SIM_CHECK(pthread_getspecific(key) == nullptr);
        SIM_CHECK(pthread_setspecific(key, &values[i]) == 0);
        detsim_yield();
        SIM_CHECK(pthread_getspecific(key) == &values[i]);
      };
    };
    Thread a(body(1)), b(body(2));
    body(0)();
    a.Join();
    b.Join();
    SIM_CHECK(pthread_setspecific(key, nullptr) == 0);
    SIM_CHECK(pthread_key_delete(key) == 0);
    SIM_CHECK(pthread_key_delete(key) == EINVAL);
    SIM_CHECK(pthread_setspecific(key, &values[0]) == EINVAL);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(TaskLocalKeyTest, DestructorsRunUntilAllValuesAreGone) {
  static pthread_key_t key;
  static int left;
  Outcome outcome = RunScenario({}, [] {
    left = 2;
    pthread_key_create(&key, [](void* value) {
      Log("d");
      if (left-- > 0) pthread_setspecific(key, value);
    });
    Thread a([] { pthread_setspecific(key, &left); });
    a.Join();
    pthread_key_delete(key);
  });
  EXPECT_EQ(outcome.log, "ddd");
}

TEST(TaskLocalKeyTest, AValueOfADeletedKeyIsNotSeenThroughTheNextOne) {
  Outcome outcome = RunScenario({}, [] {
    int value = 0;
    pthread_key_t first;
    pthread_key_create(&first, nullptr);
    pthread_setspecific(first, &value);
    Thread a([&] {
      pthread_setspecific(first, &value);
      detsim_yield();
      pthread_key_t second;
      pthread_key_delete(first);
      pthread_key_create(&second, nullptr);
      SIM_CHECK(pthread_getspecific(second) == nullptr);
      pthread_key_delete(second);
    });
    a.Join();
    pthread_key_t third;
    pthread_key_create(&third, nullptr);
    SIM_CHECK(pthread_getspecific(third) == nullptr);
    pthread_key_delete(third);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

}  // namespace
}  // namespace detsim::runtime
