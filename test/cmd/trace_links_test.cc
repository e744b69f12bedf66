#include "cmd/lib/trace_links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/cmd/sample_trace.h"

namespace detsim::cmd {
namespace {

using runtime::OperationKind;
using runtime::Trace;
using testing::ElementsAre;
using testing::IsEmpty;

// A trace of operations only.
struct Step {
  uint32_t task;
  OperationKind kind;
  uint32_t object;
};

Trace TraceOf(const std::vector<Step>& steps) {
  Trace trace = SampleTrace("/p");
  trace.events.clear();
  for (const Step& step : steps) {
    runtime::TraceEvent& event = trace.events.emplace_back();
    event.task = step.task;
    event.kind = step.kind;
    event.object = step.object;
  }
  return trace;
}

TEST(LockHoldsTest, BeginsAtTheLockAndEndsAtTheUnlock) {
  EXPECT_THAT(LockHolds(TraceOf({{0, OperationKind::kLock, 1},
                                 {0, OperationKind::kAtomicLoad, 2},
                                 {0, OperationKind::kUnlock, 1}})),
              ElementsAre(LockHold{0, 1, false, 0, 2}));
}

TEST(LockHoldsTest, ThreadThatBlocksHoldsFromWhenItGoesOn) {
  EXPECT_THAT(LockHolds(TraceOf({{0, OperationKind::kLock, 1},
                                 {1, OperationKind::kLock, 1},
                                 {1, OperationKind::kBlock, 1},
                                 {0, OperationKind::kUnlock, 1},
                                 {1, OperationKind::kResume, 1}})),
              ElementsAre(LockHold{0, 1, false, 0, 3},
                          LockHold{1, 1, false, 4, kNoEvent}));
}

TEST(LockHoldsTest, ThreadThatWasOvertakenDoesNotHold) {
  EXPECT_THAT(LockHolds(TraceOf({{1, OperationKind::kLock, 1},
                                 {1, OperationKind::kBlock, 1},
                                 {1, OperationKind::kResume, 1},
                                 {1, OperationKind::kBlock, 1}})),
              IsEmpty());
}

TEST(LockHoldsTest, RecursiveMutexIsFreeAfterTheLastUnlock) {
  EXPECT_THAT(LockHolds(TraceOf({{0, OperationKind::kLock, 1},
                                 {0, OperationKind::kLock, 1},
                                 {0, OperationKind::kUnlock, 1},
                                 {0, OperationKind::kUnlock, 1}})),
              ElementsAre(LockHold{0, 1, false, 0, 3}));
}

TEST(LockHoldsTest, TryThatIsNotUnlockedHasFailed) {
  EXPECT_THAT(LockHolds(TraceOf({{0, OperationKind::kTryLock, 1},
                                 {0, OperationKind::kTryLock, 1},
                                 {0, OperationKind::kUnlock, 1}})),
              ElementsAre(LockHold{0, 1, false, 1, 2}));
}

TEST(LockHoldsTest, ReadersShare) {
  EXPECT_THAT(LockHolds(TraceOf({{0, OperationKind::kSharedLock, 1},
                                 {1, OperationKind::kSharedLock, 1},
                                 {0, OperationKind::kSharedUnlock, 1}})),
              ElementsAre(LockHold{0, 1, true, 0, 2},
                          LockHold{1, 1, true, 1, kNoEvent}));
}

TEST(LockHoldsTest, WaitGivesTheMutexUpUntilItGoesOn) {
  EXPECT_THAT(
      LockHolds(TraceOf({{0, OperationKind::kLock, 1},
                         {0, OperationKind::kWait, 2},
                         {0, OperationKind::kBlock, 2},
                         {0, OperationKind::kResume, 2},
                         {0, OperationKind::kUnlock, 1}})),
      ElementsAre(LockHold{0, 1, false, 0, 1}, LockHold{0, 1, false, 3, 4}));
}

TEST(BlockingsTest, UnlockWakes) {
  EXPECT_THAT(Blockings(TraceOf({{0, OperationKind::kLock, 1},
                                 {1, OperationKind::kLock, 1},
                                 {1, OperationKind::kBlock, 1},
                                 {0, OperationKind::kUnlock, 1},
                                 {1, OperationKind::kResume, 1}})),
              ElementsAre(Blocking{1, 1, OperationKind::kLock, 1, 2, 4, 3}));
}

TEST(BlockingsTest, NotifyOneWakesWhoeverWaitedLongest) {
  Trace trace = TraceOf({{0, OperationKind::kWait, 2},
                         {0, OperationKind::kBlock, 2},
                         {1, OperationKind::kWait, 2},
                         {1, OperationKind::kBlock, 2},
                         {2, OperationKind::kNotifyOne, 2},
                         {2, OperationKind::kNotifyOne, 2},
                         {1, OperationKind::kResume, 2},
                         {0, OperationKind::kResume, 2}});
  trace.threads.resize(3);
  std::vector<Blocking> blockings = Blockings(trace);
  ASSERT_EQ(blockings.size(), 2u);
  EXPECT_EQ(blockings[0].waker, 4u);
  EXPECT_EQ(blockings[1].waker, 5u);
}

TEST(BlockingsTest, ChoiceSaysWhichWaiterIsWoken) {
  Trace trace = TraceOf({{0, OperationKind::kWait, 2},
                         {0, OperationKind::kBlock, 2},
                         {1, OperationKind::kWait, 2},
                         {1, OperationKind::kBlock, 2},
                         {2, OperationKind::kNotifyOne, 2},
                         {2, OperationKind::kNotifyOne, 2},
                         {1, OperationKind::kResume, 2}});
  trace.threads.resize(3);
  trace.events[5].choice_stream = static_cast<uint8_t>(runtime::Stream::kWake);
  trace.events[5].choice_value = 1;
  EXPECT_EQ(Blockings(trace)[1].waker, 4u);
  EXPECT_EQ(Blockings(trace)[0].waker, kNoEvent);
}

TEST(BlockingsTest, WaitWakesThoseWhoWantItsMutex) {
  std::vector<Blocking> blockings =
      Blockings(TraceOf({{0, OperationKind::kLock, 1},
                         {1, OperationKind::kLock, 1},
                         {1, OperationKind::kBlock, 1},
                         {0, OperationKind::kWait, 2},
                         {0, OperationKind::kBlock, 2},
                         {1, OperationKind::kResume, 1}}));
  EXPECT_EQ(blockings[0].waker, 3u);
}

TEST(BlockingsTest, EndOfTheOnlyThreadThatEndedWakesAJoin) {
  Trace trace = TraceOf({{0, OperationKind::kJoin, 0},
                         {0, OperationKind::kBlock, 0},
                         {1, OperationKind::kEnd, 0},
                         {0, OperationKind::kResume, 0}});
  EXPECT_EQ(Blockings(trace)[0].waker, 2u);
  runtime::TraceEvent other = trace.events[2];
  other.task = 2;
  trace.threads.resize(3);
  trace.events.insert(trace.events.begin() + 2, other);
  EXPECT_EQ(Blockings(trace)[0].waker, kNoEvent);
}

TEST(BlockingsTest, NobodyWokeWhoRanOutOfTimeOrStayed) {
  EXPECT_EQ(Blockings(TraceOf({{0, OperationKind::kSleep, 0},
                               {0, OperationKind::kBlock, 0},
                               {0, OperationKind::kTimeout, 0}})),
            (std::vector{Blocking{0, 0, OperationKind::kSleep, 0, 1, 2}}));
  EXPECT_EQ(Blockings(TraceOf({{0, OperationKind::kWait, 2},
                               {0, OperationKind::kBlock, 2},
                               {1, OperationKind::kNotifyAll, 2}}))[0],
            (Blocking{0, 2, OperationKind::kWait, 0, 1}));
}

TEST(LastWritesTest, LoadReadsTheLastStoreOrExchange) {
  EXPECT_THAT(LastWrites(TraceOf({{0, OperationKind::kAtomicStore, 1},
                                  {1, OperationKind::kAtomicLoad, 1},
                                  {1, OperationKind::kAtomicRmw, 1},
                                  {0, OperationKind::kAtomicLoad, 1}})),
              ElementsAre(kNoEvent, 0, 0, 2));
}

TEST(LastWritesTest, OtherObjectsAndOperationsDoNotCount) {
  EXPECT_THAT(LastWrites(TraceOf({{0, OperationKind::kAtomicLoad, 1},
                                  {0, OperationKind::kLock, 1},
                                  {0, OperationKind::kAtomicStore, 2},
                                  {1, OperationKind::kAtomicLoad, 1}})),
              ElementsAre(kNoEvent, kNoEvent, kNoEvent, kNoEvent));
}

TEST(LastWritesTest, ChoiceBeforeAStoreIsNoStore) {
  Trace trace = TraceOf({{0, OperationKind::kAtomicStore, 1},
                         {1, OperationKind::kAtomicLoad, 1}});
  trace.events[0].choice_stream =
      static_cast<uint8_t>(runtime::Stream::kSchedule);
  EXPECT_THAT(LastWrites(trace), ElementsAre(kNoEvent, kNoEvent));
}

}  // namespace
}  // namespace detsim::cmd
