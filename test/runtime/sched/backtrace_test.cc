#include "runtime/sched/backtrace.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "runtime/sched/scheduler.h"
#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

// A chain of frames as the compiler makes them, in memory of our own.
class WalkFramesTest : public testing::Test {
 protected:
  Stack AsStack() {
    return {reinterpret_cast<char*>(words_),
            reinterpret_cast<char*>(words_ + 32), 0};
  }
  uintptr_t At(int i) { return reinterpret_cast<uintptr_t>(&words_[i]); }

  uintptr_t words_[32] = {};
};

TEST_F(WalkFramesTest, FollowsTheChain) {
  words_[0] = At(4);
  words_[1] = 100;
  words_[4] = At(10);
  words_[5] = 200;
  words_[10] = 0;
  words_[11] = 300;
  Backtrace trace = WalkFrames(AsStack(), At(0), 50);
  ASSERT_EQ(trace.count, 4);
  EXPECT_EQ(trace.frames[0], 50u);
  EXPECT_EQ(trace.frames[1], 100u);
  EXPECT_EQ(trace.frames[2], 200u);
  EXPECT_EQ(trace.frames[3], 300u);
}

TEST_F(WalkFramesTest, EndsAtAFrameOutsideTheStack) {
  words_[0] = 0x10;
  words_[1] = 100;
  EXPECT_EQ(WalkFrames(AsStack(), At(0), 0).count, 1);
  EXPECT_EQ(WalkFrames(AsStack(), 0x10, 0).count, 0);
  EXPECT_EQ(WalkFrames(AsStack(), At(31), 0).count, 0);
  EXPECT_EQ(WalkFrames(AsStack(), At(0) + 1, 0).count, 0);
}

TEST_F(WalkFramesTest, EndsAtALoop) {
  words_[0] = At(4);
  words_[1] = 100;
  words_[4] = At(0);
  words_[5] = 200;
  EXPECT_EQ(WalkFrames(AsStack(), At(0), 0).count, 2);
}

TEST_F(WalkFramesTest, IsBounded) {
  static uintptr_t many[4 * kFramesMax];
  for (int i = 0; i + 2 < 4 * kFramesMax; i += 2) {
    many[i] = reinterpret_cast<uintptr_t>(&many[i + 2]);
    many[i + 1] = 100;
  }
  Stack stack = {reinterpret_cast<char*>(many),
                 reinterpret_cast<char*>(many + 4 * kFramesMax), 0};
  EXPECT_EQ(WalkFrames(stack, reinterpret_cast<uintptr_t>(many), 0).count,
            kFramesMax);
}

// ---- Of simulated threads ----

bool Contains(const Backtrace& trace, uintptr_t pc) {
  const uint64_t* end = trace.frames + trace.count;
  return std::find(trace.frames, end, pc) != end;
}

TEST(BacktraceTest, OfABlockedThreadStartsAtItsCall) {
  Outcome outcome = RunScenario({}, [] {
    detsim_event e = {};
    Thread a([&] { detsim_event_wait(&e, DETSIM_FOREVER); });
    detsim_yield();
    const Task& task = *reinterpret_cast<Task*>(a.handle());
    Backtrace trace = BacktraceOf(task);
    SIM_CHECK(trace.count >= 2);
    SIM_CHECK(trace.frames[0] == task.pending.pc);
    detsim_event_set(&e);
    a.Join();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(BacktraceTest, OfAThreadThatHasNotRunIsWhereItWasSpawned) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] {});
    const Task& task = *reinterpret_cast<Task*>(a.handle());
    Backtrace trace = BacktraceOf(task);
    SIM_CHECK(trace.count == 1);
    SIM_CHECK(trace.frames[0] == scheduler.threads()[1].spawn_pc);
    a.Join();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

__attribute__((noinline)) Backtrace Inner(uintptr_t* return_pc) {
  *return_pc = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
  return CurrentBacktrace();
}

TEST(BacktraceTest, OfTheRunningThreadHasItsCallers) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] {
      uintptr_t return_pc = 0;
      Backtrace trace = Inner(&return_pc);
      SIM_CHECK(Contains(trace, return_pc));
    });
    a.Join();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(CallerWithoutFrameTest, IsOnTheStackWhereFramesBeginAndEnd) {
  const uintptr_t stack[] = {11, 22};
  const uint8_t push[] = {0x55, 0x48, 0x89, 0xe5};
  const uint8_t move[] = {0x48, 0x89, 0xe5, 0x90};
  const uint8_t ends[] = {0xc3, 0x90, 0x90, 0x90};
  const uint8_t branch[] = {0xf3, 0x0f, 0x1e, 0xfa};
  const uint8_t jump[] = {0xff, 0x25, 0x00, 0x00};
  const uint8_t amid[] = {0x48, 0x8b, 0x45, 0xf8};
  EXPECT_EQ(CallerWithoutFrame(push, stack), 11u);
  EXPECT_EQ(CallerWithoutFrame(move, stack), 22u);
  EXPECT_EQ(CallerWithoutFrame(ends, stack), 11u);
  EXPECT_EQ(CallerWithoutFrame(branch, stack), 11u);
  EXPECT_EQ(CallerWithoutFrame(jump, stack), 11u);
  EXPECT_EQ(CallerWithoutFrame(amid, stack), 0u);
}

}  // namespace
}  // namespace detsim::runtime
