#include "cmd/lib/trace_links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/cmd/trace_of.h"

namespace detsim::cmd {
namespace {

using runtime::OperationKind;
using runtime::Trace;
using testing::ElementsAre;
using testing::IsEmpty;

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

TEST(LastWritesTest, ExchangeThatFailedReadsAndDoesNotWrite) {
  Trace trace = TraceOf({{0, OperationKind::kAtomicStore, 1},
                         {1, OperationKind::kAtomicRmw, 1},
                         {0, OperationKind::kAtomicLoad, 1}});
  trace.events[1].value_flags = runtime::kNothingWritten;
  EXPECT_THAT(LastWrites(trace), ElementsAre(kNoEvent, 0, 0));
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
