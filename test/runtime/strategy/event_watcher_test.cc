#include "runtime/strategy/event_watcher.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "test/runtime/strategy/model.h"

namespace detsim::runtime {
namespace {

class EventWatcherTest : public testing::Test {
 protected:
  EventWatcherTest() : profile_(std::make_unique<Profile>()) {
    event_watcher.BeginRun(*profile_);
    for (uint32_t i = 0; i < 3; ++i) {
      threads_[i].index = i;
      threads_[i].key = 100 + i;
      threads_[i].operation = 1;  // Long after all were started, by thread 0.
    }
  }

  void Perform(uint32_t thread, const PendingOperation& event) {
    threads_[thread].pending = event;
    event_watcher.Performed(threads_[thread]);
  }
  void Begin() { event_watcher.BeginRun(*profile_); }

  std::unique_ptr<Profile> profile_;
  Candidate threads_[3];
  int x_ = 0;
  int y_ = 0;
};

TEST_F(EventWatcherTest, KnowsWhoWroteLast) {
  EXPECT_EQ(event_watcher.LastWriter(&x_), 0u);
  Perform(0, Access(&x_, 7, true));
  Perform(1, Access(&x_, 8, false));
  EXPECT_EQ(event_watcher.LastWriter(&x_), 7u);
  EXPECT_EQ(event_watcher.LastWriter(&y_), 0u);
  Begin();
  EXPECT_EQ(event_watcher.LastWriter(&x_), 0u);
}

TEST_F(EventWatcherTest, TellsOfObjectsThatSeveralThreadsTouchAndOneWrites) {
  Perform(0, Access(&x_, 1, true));
  Perform(0, Access(&x_, 1, true));
  Perform(2, Access(&x_, 2, false));
  Perform(1, Access(&y_, 3, false));
  Perform(2, Access(&y_, 3, false));
  const Observation* told = event_watcher.Finish();
  ASSERT_NE(told, nullptr);
  EXPECT_EQ(told->events, 5u);
  ASSERT_EQ(told->object_count, 1u);
  EXPECT_EQ(told->objects[0].address, reinterpret_cast<uint64_t>(&x_));
  EXPECT_EQ(told->keys[2], 102u);
  EXPECT_EQ(told->objects[0].events[0], 2u);
  EXPECT_EQ(told->objects[0].events[1], 0u);
  EXPECT_EQ(told->objects[0].events[2], 1u);
  ASSERT_EQ(told->pair_count, 1u);
  EXPECT_EQ(told->pairs[0], (ReadsFrom{2, 1}));
  EXPECT_TRUE(told->contended.Has(1));
  EXPECT_TRUE(told->contended.Has(2));
  EXPECT_TRUE(told->seen.Has(3));
  EXPECT_FALSE(told->contended.Has(3));
}

TEST_F(EventWatcherTest, WhatAThreadFindsWhenItStartsIsNotShared) {
  threads_[1].parent_operation = 5;
  threads_[0].operation = 5;
  Perform(0, Access(&x_, 1, true));
  Perform(1, Access(&x_, 2, false));
  EXPECT_EQ(event_watcher.Finish()->object_count, 0u);
  threads_[0].operation = 6;
  Perform(0, Access(&x_, 1, true));
  Perform(1, Access(&x_, 2, false));
  EXPECT_EQ(event_watcher.Finish()->object_count, 1u);
}

TEST_F(EventWatcherTest, APairOfOneThreadIsNone) {
  Perform(0, Access(&x_, 1, true));
  Perform(0, Access(&x_, 2, false));
  Perform(1, Access(&x_, 3, false));
  const Observation* told = event_watcher.Finish();
  ASSERT_EQ(told->pair_count, 1u);
  EXPECT_EQ(told->pairs[0], (ReadsFrom{3, 1}));
}

TEST_F(EventWatcherTest, ALockReadsFromTheLockBefore) {
  PendingOperation lock = {
      .kind = OperationKind::kLock, .writes = true, .object = &x_, .pc = 5};
  Perform(0, lock);
  Perform(1, lock);
  const Observation* told = event_watcher.Finish();
  ASSERT_EQ(told->pair_count, 1u);
  EXPECT_EQ(told->pairs[0], (ReadsFrom{5, 5}));
}

TEST_F(EventWatcherTest, WhatIsKnownIsNotToldAgain) {
  auto race = [&] {
    Perform(0, Access(&x_, 1, true));
    Perform(1, Access(&x_, 2, false));
  };
  race();
  profile_->read_from = event_watcher.Finish()->read_from;
  profile_->runs = 1000;
  Begin();
  race();
  EXPECT_EQ(event_watcher.Finish(), nullptr);
  Begin();
  Perform(1, Access(&x_, 2, false));
  Perform(0, Access(&x_, 3, true));
  Perform(1, Access(&x_, 2, false));
  EXPECT_NE(event_watcher.Finish(), nullptr);
}

TEST_F(EventWatcherTest, ManyObjectsAreABoundedNumber) {
  std::vector<int> many(20'000);
  for (int& object : many) {
    Perform(0, Access(&object, 1, true));
    Perform(1, Access(&object, 2, false));
  }
  const Observation* told = event_watcher.Finish();
  EXPECT_EQ(told->object_count, kProfileObjects);
  EXPECT_LE(told->pair_count, kProfilePairs);
}

}  // namespace
}  // namespace detsim::runtime
