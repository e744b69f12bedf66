// What the plugin makes of a program must be the same program to the runtime:
// for every seed the same choices at the same accesses, and the same outcome.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <set>
#include <string>
#include <vector>

#include "runtime/choice/choice.h"
#include "test/instrument/accesses.h"
#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::instrument {
namespace {

using runtime::Choice;
using runtime::FailingSeeds;
using runtime::Log;
using runtime::Outcome;
using runtime::RunScenario;
using runtime::RunSeeds;
using runtime::Scenario;
using runtime::Stream;
using runtime::Thread;

constexpr uint64_t kSeeds = 300;

// Some pauses are decisions, some throw, some do nothing.
void Pause(int32_t turn) {
  if (turn % 3 == 0) runtime::SleepFor(1);
  if (turn % 5 == 0) throw turn;
}

Node* NewNode(Node* next, int32_t value) {
  auto* node = static_cast<Node*>(malloc(sizeof(Node)));
  *node = {next, value, 1, 2, 3.0};
  return node;
}

Shared NewShared() {
  Shared shared = {};
  for (int i = 0; i < 24; ++i) shared.numbers[i] = i * 7;
  for (int i = 0; i < 4; ++i) shared.list = NewNode(shared.list, i);
  return shared;
}

using Program = void (*)(const Functions& functions);

void EachFunctionInTwoThreads(const Functions& f) {
  Shared shared = NewShared();
  *f.counter = 0;
  auto work = [&](int32_t number) {
    int64_t result = f.add_up(&shared, number);
    result ^= f.walk(&shared, number) * 3;
    result ^= f.call(&shared, &Pause) * 5;
    result ^= f.descend(&shared, 10 + number) * 7;
    result ^= f.count(5 + number) * 11;
    Log(result);
  };
  Thread a([&] { work(1); });
  Thread b([&] { work(2); });
  a.Join();
  b.Join();
  Log(shared.sum);
}

void ANodeIsFreedDuringAWalk(const Functions& f) {
  Shared shared = NewShared();
  Thread a([&] { Log(f.walk(&shared, 1)); });
  Thread b([&] {
    Node* first = shared.list;
    Node* second = first->next;
    first->next = second->next;
    free(second);
  });
  a.Join();
  b.Join();
}

void ExpectTheSame(const Scenario& scenario, Program program) {
  const std::vector<Outcome> calls =
      RunSeeds(scenario, kSeeds, [=] { program(kCalls); });
  const std::vector<Outcome> in_place =
      RunSeeds(scenario, kSeeds, [=] { program(kInPlace); });
  ASSERT_EQ(calls.size(), in_place.size());
  for (size_t i = 0; i < calls.size(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(calls[i].seed));
    EXPECT_EQ(calls[i].choices, in_place[i].choices);
    EXPECT_EQ(calls[i].accesses, in_place[i].accesses);
    EXPECT_EQ(calls[i].decisions, in_place[i].decisions);
    EXPECT_EQ(calls[i].steps, in_place[i].steps);
    EXPECT_EQ(calls[i].verdict, in_place[i].verdict);
    EXPECT_EQ(calls[i].message, in_place[i].message);
    EXPECT_EQ(calls[i].log, in_place[i].log);
  }
}

TEST(InlineAccessesTest, EverySeedIsTheSameRun) {
  ExpectTheSame({.strategy = "random"}, &EachFunctionInTwoThreads);
}

TEST(InlineAccessesTest, EverySeedOfPctIsTheSameRun) {
  Scenario scenario = {.strategy = "pct"};
  scenario.profile = {.steps = 20, .accesses = 600, .threads = 3};
  ExpectTheSame(scenario, &EachFunctionInTwoThreads);
}

TEST(InlineAccessesTest, AUseAfterFreeIsTheSame) {
  const Scenario scenario = {.strategy = "random"};
  ExpectTheSame(scenario, &ANodeIsFreedDuringAWalk);
  EXPECT_FALSE(FailingSeeds(scenario, kSeeds, [] {
                 ANodeIsFreedDuringAWalk(kInPlace);
               }).empty());
}

// One thread adds up, the other looks at the sum, once.
void SomebodyLooksAtTheSum(const Functions& f) {
  Shared shared = NewShared();
  Thread a([&] { f.add_up(&shared, 3); });
  Thread b([&] { Log(shared.sum); });
  a.Join();
  b.Join();
}

Outcome LookAfter(const Choice& preemption, const Functions& functions) {
  return RunScenario({.strategy = "replay", .choices = {preemption}},
                     [&] { SomebodyLooksAtTheSum(functions); });
}

// A preemption at some access that means something without the other choices
// of its seed.
Choice AnyPreemption() {
  for (const Outcome& outcome : RunSeeds({.strategy = "random"}, kSeeds, [] {
         SomebodyLooksAtTheSum(kInPlace);
       })) {
    for (const Choice& choice : outcome.choices) {
      if (choice.key.stream == Stream::kAccess &&
          LookAfter(choice, kInPlace).unusual == 1) {
        return choice;
      }
    }
  }
  ADD_FAILURE() << "no seed preempts at an access";
  return {};
}

TEST(InlineAccessesTest, EveryAccessCanBePreempted) {
  const uint64_t accesses =
      RunScenario({}, [] { SomebodyLooksAtTheSum(kInPlace); }).accesses;
  ASSERT_GT(accesses, 40u);
  Choice choice = AnyPreemption();
  std::set<std::string> sums;
  for (choice.key.sub = 1; choice.key.sub <= accesses; ++choice.key.sub) {
    const Outcome calls = LookAfter(choice, kCalls);
    const Outcome in_place = LookAfter(choice, kInPlace);
    EXPECT_EQ(in_place.unusual, 1u) << "access " << choice.key.sub;
    EXPECT_EQ(in_place.choices, calls.choices);
    EXPECT_EQ(in_place.log, calls.log) << "access " << choice.key.sub;
    sums.insert(in_place.log);
  }
  EXPECT_GT(sums.size(), 15u);  // A different one in most turns of the loop.
}

}  // namespace
}  // namespace detsim::instrument
