// Calls of rewritten code on descriptors (descriptor.cc): each is a decision
// point and an operation on one and the same object.
#include <gtest/gtest.h>
#include <unistd.h>

#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

TEST(DescriptorTest, EachKindIsAnOperation) {
  Scenario scenario;
  scenario.trace = true;
  Outcome outcome = RunScenario(scenario, [] {
    detsim_descriptor(DETSIM_DESCRIPTOR_POLL);
    detsim_descriptor(DETSIM_DESCRIPTOR_INPUT);
    detsim_descriptor(DETSIM_DESCRIPTOR_OUTPUT);
  });
  EXPECT_EQ(outcome.steps, 3u);
  ASSERT_GE(outcome.events.size(), 3u);
  EXPECT_EQ(outcome.events[0].kind, OperationKind::kPoll);
  EXPECT_EQ(outcome.events[1].kind, OperationKind::kInput);
  EXPECT_EQ(outcome.events[2].kind, OperationKind::kOutput);
  EXPECT_EQ(outcome.events[0].object, outcome.events[2].object);
}

TEST(DescriptorTest, AnotherThreadMayComeBeforeACallThatNeedNotWait) {
  // Two threads take from a pipe what one of them has put there; which does
  // is a matter of the schedule. Half of the seeds: a miss in 100 is 2^-100.
  auto body = [] {
    int ends[2];
    SIM_CHECK(pipe(ends) == 0);
    SIM_CHECK(write(ends[1], "ab", 2) == 2);
    char first = 0;
    auto take = [&](char* to) {
      detsim_descriptor(DETSIM_DESCRIPTOR_INPUT);
      SIM_CHECK(read(ends[0], to, 1) == 1);
    };
    Thread a([&] { take(&first); });
    char second = 0;
    take(&second);
    a.Join();
    SIM_CHECK(close(ends[0]) == 0 && close(ends[1]) == 0);
    SIM_CHECK(first == 'b');
  };
  EXPECT_TRUE(RunScenario({}, body).passed());
  EXPECT_FALSE(FailingSeeds({.strategy = "random"}, 100, body).empty());
}

TEST(DescriptorTest, WhoWaitsIsReadyBeforeTheNextOperation) {
  // In some run the reader goes on between the write and the operation after
  // it. One choice: a miss in 100 seeds is 2^-100.
  auto body = [] {
    int ends[2];
    SIM_CHECK(pipe(ends) == 0);
    bool has_read = false;
    Thread a([&] {
      char taken;
      detsim_descriptor(DETSIM_DESCRIPTOR_INPUT);
      SIM_CHECK(read(ends[0], &taken, 1) == 1);
      has_read = true;
    });
    detsim_sleep_until(Now() + kMs);  // It waits.
    detsim_descriptor(DETSIM_DESCRIPTOR_OUTPUT);
    SIM_CHECK(write(ends[1], "a", 1) == 1);
    Atomic next;
    next.Store(1);
    SIM_CHECK(!has_read);
    a.Join();
    SIM_CHECK(close(ends[0]) == 0 && close(ends[1]) == 0);
  };
  EXPECT_TRUE(RunScenario({}, body).passed());
  EXPECT_FALSE(FailingSeeds({.strategy = "random"}, 100, body).empty());
}

TEST(DescriptorTest, WhoPollsInALoopGivesWayToOthers) {
  Outcome outcome = RunScenario({}, [] {
    bool ready = false;
    Thread a([&] { ready = true; });
    uint64_t polls = 0;
    while (!ready) {
      detsim_descriptor(DETSIM_DESCRIPTOR_POLL);
      ++polls;
    }
    SIM_CHECK(polls < 1000);
    a.Join();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

}  // namespace
}  // namespace detsim::runtime
