#include <gtest/gtest.h>

#include <vector>

#include "runtime/strategy/strategies.h"

namespace detsim::runtime {
namespace {

constexpr ThreadKey kA = 11;
constexpr ThreadKey kB = 22;
constexpr ThreadKey kC = 33;

class ReplayTest : public testing::Test {
 protected:
  ReplayTest() {
    threads_[0].key = kA;
    threads_[1].key = kB;
    threads_[2].key = kC;
  }

  void Begin(const std::vector<Choice>& choices) {
    ReplaySource().BeginRun(
        {.choices = choices.data(), .choice_count = choices.size()});
  }
  // Whom a decision of thread A at `operation` goes to; B and C are ready.
  uint32_t Pick(uint64_t operation, uint32_t sub = 0) {
    return ReplaySource().PickThread(
        {.key = {.thread = kA, .operation = operation, .sub = sub},
         .current = &threads_[0],
         .ready = ready_,
         .ready_count = 2});
  }
  uint64_t Gap(uint64_t operation, uint32_t access_count) {
    threads_[0].operation = operation;
    threads_[0].access_count = access_count;
    return ReplaySource().AccessGap(threads_[0], 0);
  }
  static Choice Schedule(uint64_t operation, uint32_t sub, ThreadKey target) {
    return {{.thread = kA, .operation = operation, .sub = sub}, target};
  }
  static Choice Access(uint64_t operation, uint32_t sub) {
    return {{.thread = kA,
             .operation = operation,
             .sub = sub,
             .stream = Stream::kAccess},
            kB};
  }

  Candidate threads_[3];
  Candidate* ready_[2] = {&threads_[1], &threads_[2]};
};

TEST_F(ReplayTest, ARecordedChoiceIsFoundByItsKey) {
  Begin({Schedule(5, 0, kC), Schedule(2, 1, kB)});
  EXPECT_EQ(Pick(5), 2u);
  EXPECT_EQ(Pick(2, 1), 1u);
}

TEST_F(ReplayTest, WhatIsAbsentIsZero) {
  Begin({Schedule(5, 0, kC)});
  EXPECT_EQ(Pick(4), 0u);
  EXPECT_EQ(Pick(5, 1), 0u);
  EXPECT_EQ(ReplaySource().PickValue(
                {.thread = kA, .operation = 5, .stream = Stream::kWake}, 3),
            0u);
}

TEST_F(ReplayTest, AThreadThatCannotRunIsZero) {
  Begin({Schedule(5, 0, 44)});
  EXPECT_EQ(Pick(5), 0u);
}

TEST_F(ReplayTest, AnEmptyRecordIsCalm) {
  Begin({});
  EXPECT_EQ(Pick(0), 0u);
  EXPECT_EQ(Gap(0, 0), kNoAccessGap);
}

TEST_F(ReplayTest, AnEarlierRecordIsForgotten) {
  Begin({Schedule(5, 0, kC)});
  Begin({Schedule(6, 0, kC)});
  EXPECT_EQ(Pick(5), 0u);
  EXPECT_EQ(Pick(6), 2u);
}

TEST_F(ReplayTest, AValueThatIsNoOptionIsTheLast) {
  ChoiceKey key = {.thread = kA, .operation = 1, .stream = Stream::kWake};
  Begin({{key, 9}});
  EXPECT_EQ(ReplaySource().PickValue(key, 10), 9u);
  EXPECT_EQ(ReplaySource().PickValue(key, 3), 2u);
}

TEST_F(ReplayTest, AnUnboundedValueIsItself) {
  ChoiceKey key = {.thread = kA, .operation = 1, .stream = Stream::kValue};
  Begin({{key, ~uint64_t{0}}});
  EXPECT_EQ(ReplaySource().PickValue(key, 0), ~uint64_t{0});
}

TEST_F(ReplayTest, AGapReachesTheNextRecordedAccess) {
  Begin({Access(3, 10), Access(3, 4), Access(4, 1)});
  EXPECT_EQ(Gap(3, 0), 4u);
  EXPECT_EQ(Gap(3, 3), 1u);
  EXPECT_EQ(Gap(3, 4), 6u);
  EXPECT_EQ(Gap(3, 10), kNoAccessGap);
  EXPECT_EQ(Gap(4, 0), 1u);
  EXPECT_EQ(Gap(2, 0), kNoAccessGap);
}

TEST_F(ReplayTest, AGapIsOfItsOwnThreadAndStream) {
  Begin(
      {Schedule(3, 4, kB),
       {{.thread = kB, .operation = 3, .sub = 4, .stream = Stream::kAccess},
        kA},
       {{.thread = kA, .operation = 3, .sub = 4, .stream = Stream::kWake}, 1}});
  EXPECT_EQ(Gap(3, 0), kNoAccessGap);
}

}  // namespace
}  // namespace detsim::runtime
