#include <gtest/gtest.h>

#include <vector>

#include "runtime/strategy/strategies.h"
#include "test/runtime/strategy/model.h"

namespace detsim::runtime {
namespace {

ThreadKey KeyOf(uint32_t index) {
  return ChildThreadKey(kMainThreadKey, index);
}

// Three threads that could all run, the first of them current.
struct Threads {
  Threads() {
    for (uint32_t i = 0; i < 3; ++i) {
      candidates[i].key = KeyOf(i);
      candidates[i].index = i;
    }
    steps.Map();
    steps.Begin(0);
  }
  // Asks who takes the next step, and logs it.
  uint32_t Pick() {
    uint32_t option = GuidedSource().PickThread(
        {.current = &candidates[0], .ready = ready, .ready_count = 2});
    steps.BeginStep({.thread = option, .type = StepEntry::kStep});
    return option;
  }
  void Touch(uint64_t address, TouchMode mode) {
    steps.Add({.word = address,
               .sub = 4,
               .type = StepEntry::kTouch,
               .detail = static_cast<uint8_t>(mode)});
  }

  Candidate candidates[3];
  Candidate* ready[2] = {&candidates[1], &candidates[2]};
  StepLog steps;
};

TEST(GuidedTest, PicksTheThreadsOfTheScriptAndThenTheUsualOne) {
  Threads threads;
  ThreadKey script[] = {KeyOf(2), KeyOf(1), KeyOf(0)};
  RunStart start;
  start.script = {.threads = script, .thread_count = 3, .branch = 2};
  start.steps = &threads.steps;
  GuidedSource().BeginRun(start);
  EXPECT_EQ(threads.Pick(), 2u);
  EXPECT_EQ(threads.Pick(), 1u);
  EXPECT_EQ(threads.Pick(), 0u);
  EXPECT_EQ(threads.Pick(), 0u);
}

TEST(GuidedTest, ASleepingThreadIsPassedOverUntilAStepConflictsWithIt) {
  Threads threads;
  SleepingTouch sleeping = {KeyOf(0), {100, 4, TouchMode::kWrite}};
  RunStart start;
  start.script = {.sleeping = &sleeping, .sleeping_count = 1};
  start.steps = &threads.steps;
  GuidedSource().BeginRun(start);
  EXPECT_EQ(threads.Pick(), 1u);
  threads.Touch(200, TouchMode::kWrite);
  EXPECT_EQ(threads.Pick(), 1u);
  threads.Touch(102, TouchMode::kRead);
  EXPECT_EQ(threads.Pick(), 0u);
}

TEST(GuidedTest, AThreadThatSpinsLetsOthersGoFirst) {
  Threads threads;
  RunStart start;
  start.steps = &threads.steps;
  GuidedSource().BeginRun(start);
  threads.candidates[0].spins = true;
  EXPECT_EQ(threads.Pick(), 1u);
  threads.candidates[1].spins = threads.candidates[2].spins = true;
  EXPECT_EQ(threads.Pick(), 0u);
}

TEST(GuidedTest, ValuesAreThoseOfTheScript) {
  Choice choice = {{.thread = 7, .operation = 3, .stream = Stream::kWake}, 2};
  GuidedSource().BeginRun({.choices = &choice, .choice_count = 1});
  EXPECT_EQ(GuidedSource().PickValue(choice.key, 4), 2u);
  ChoiceKey other = choice.key;
  ++other.operation;
  EXPECT_EQ(GuidedSource().PickValue(other, 4), 0u);
}

}  // namespace
}  // namespace detsim::runtime
