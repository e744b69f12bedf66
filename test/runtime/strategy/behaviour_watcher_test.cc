#include "runtime/strategy/behaviour_watcher.h"

#include <gtest/gtest.h>

#include <memory>

#include "test/runtime/strategy/model.h"

namespace detsim::runtime {
namespace {

class BehaviourWatcherTest : public testing::Test {
 protected:
  BehaviourWatcherTest() : known_(std::make_unique<Behaviour>()) {
    Begin();
    for (uint32_t i = 0; i < 3; ++i) {
      threads_[i].index = i;
      threads_[i].key = 100 + i;
    }
  }

  void Begin() {
    behaviour_watcher.BeginRun(*known_);
    questions_ = 0;
  }
  void Perform(uint32_t thread, const PendingOperation& event) {
    threads_[thread].pending = event;
    behaviour_watcher.Performed(threads_[thread], ++questions_, 0);
  }
  int Marks(MarkKind kind) {
    int count = 0;
    for (Mark bit = 0; bit < kMarksOfKind; ++bit) {
      Mark mark = static_cast<Mark>(kind) * kMarksOfKind + bit;
      count += behaviour_watcher.told().all.Has(mark) ? 1 : 0;
    }
    return count;
  }

  std::unique_ptr<Behaviour> known_;
  Candidate threads_[3];
  uint64_t questions_ = 0;
  int x_ = 0;
  int y_ = 0;
};

TEST_F(BehaviourWatcherTest, WhatOneThreadDoesAloneIsNoHandOff) {
  Perform(0, Access(&x_, 1, true));
  Perform(0, Access(&x_, 2, false));
  EXPECT_EQ(Marks(MarkKind::kHandOff), 0);
  EXPECT_EQ(Marks(MarkKind::kReadsFrom), 0);
  EXPECT_EQ(Marks(MarkKind::kEdge), 2);
}

TEST_F(BehaviourWatcherTest, AnotherWriterIsAnotherReadsFromPair) {
  Perform(0, Access(&x_, 1, true));
  Perform(1, Access(&x_, 2, false));
  EXPECT_EQ(Marks(MarkKind::kReadsFrom), 1);
  Perform(2, Access(&x_, 3, true));
  Perform(1, Access(&x_, 2, false));
  EXPECT_EQ(Marks(MarkKind::kReadsFrom), 2);
  Perform(1, Access(&x_, 2, false));
  EXPECT_EQ(Marks(MarkKind::kReadsFrom), 2);
}

TEST_F(BehaviourWatcherTest, AHandOffHasADirection) {
  Perform(0, Access(&x_, 1, true));
  Perform(1, Access(&x_, 1, true));
  EXPECT_EQ(Marks(MarkKind::kHandOff), 1);
  Perform(0, Access(&x_, 1, true));
  EXPECT_EQ(Marks(MarkKind::kHandOff), 2);
  Perform(1, Access(&x_, 1, true));
  EXPECT_EQ(Marks(MarkKind::kHandOff), 2);
}

// Where the allocator puts something is not behaviour.
TEST_F(BehaviourWatcherTest, ObjectsAreNamedByWhoTouchedThemFirst) {
  Perform(0, Access(&x_, 1, true));
  Perform(1, Access(&x_, 2, false));
  Behaviour at_x = behaviour_watcher.told().all;
  Begin();
  Perform(0, Access(&y_, 1, true));
  Perform(1, Access(&y_, 2, false));
  EXPECT_EQ(behaviour_watcher.told().all, at_x);
}

TEST_F(BehaviourWatcherTest, RunsDoNotSeeEachOther) {
  Perform(0, Access(&x_, 1, true));
  Begin();
  Perform(1, Access(&x_, 2, false));
  EXPECT_EQ(Marks(MarkKind::kHandOff), 0);
}

TEST_F(BehaviourWatcherTest, SaysWhereSomethingNewShowsFirst) {
  Perform(0, Access(&x_, 1, true));
  *known_ = behaviour_watcher.told().all;
  Begin();
  Perform(0, Access(&x_, 1, true));
  EXPECT_EQ(behaviour_watcher.told().new_count, 0u);
  Perform(0, Access(&y_, 9, true));
  Perform(0, Access(&y_, 9, true));
  Perform(0, Access(&y_, 9, true));
  const RunBehaviour& told = behaviour_watcher.told();
  ASSERT_EQ(told.new_count, 2u);  // Edges 1 -> 9 and 9 -> 9.
  EXPECT_EQ(told.new_marks[0].questions, 2u);
  EXPECT_EQ(told.new_marks[1].questions, 3u);
}

TEST_F(BehaviourWatcherTest, NewMarksAreBounded) {
  for (uintptr_t pc = 1; pc < 1000; ++pc) Perform(0, Access(&x_, pc, true));
  EXPECT_EQ(behaviour_watcher.told().new_count, kNewMarksMax);
  EXPECT_GT(Marks(MarkKind::kEdge), 800);
}

}  // namespace
}  // namespace detsim::runtime
