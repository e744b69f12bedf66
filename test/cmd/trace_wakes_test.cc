#include "cmd/lib/trace_wakes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "test/cmd/trace_of.h"

namespace detsim::cmd {
namespace {

using runtime::OperationKind;
using runtime::Trace;
using testing::ElementsAre;

TEST(BlockingsTest, UnlockWakes) {
  EXPECT_THAT(Blockings(TraceOf({{0, OperationKind::kLock, 1},
                                 {1, OperationKind::kLock, 1},
                                 {1, OperationKind::kBlock, 1},
                                 {0, OperationKind::kUnlock, 1},
                                 {1, OperationKind::kResume, 1}})),
              ElementsAre(Blocking{1, 1, OperationKind::kLock, 1, 2, 4, 3}));
}

TEST(BlockingsTest, LastUnlockBeforeAThreadGoesOnWakesIt) {
  Trace trace = TraceOf({{0, OperationKind::kLock, 1},
                         {1, OperationKind::kLock, 1},
                         {1, OperationKind::kBlock, 1},
                         {2, OperationKind::kLock, 1},
                         {2, OperationKind::kBlock, 1},
                         {0, OperationKind::kUnlock, 1},
                         {2, OperationKind::kResume, 1},
                         {2, OperationKind::kUnlock, 1},
                         {1, OperationKind::kResume, 1}});
  trace.threads.resize(3);
  std::vector<Blocking> blockings = Blockings(trace);
  ASSERT_EQ(blockings.size(), 2u);
  EXPECT_EQ(blockings[0].waker, 7u);
  EXPECT_EQ(blockings[1].waker, 5u);
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

TEST(BlockingsTest, JoinThatNamesItsThreadIsWokenByItsEnd) {
  Trace trace = TraceOf({{0, OperationKind::kJoin, 0},
                         {0, OperationKind::kBlock, 0},
                         {1, OperationKind::kEnd, 0},
                         {2, OperationKind::kEnd, 0},
                         {0, OperationKind::kResume, 0}});
  trace.threads.resize(3);
  trace.events[0].other = 1;
  EXPECT_EQ(Blockings(trace)[0].waker, 2u);
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

}  // namespace
}  // namespace detsim::cmd
