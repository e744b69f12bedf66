#include "runtime/sched/timers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "runtime/base/prng.h"

namespace detsim::runtime {
namespace {

class TimersTest : public testing::Test {
 protected:
  TimersTest() : tasks_(100) { timers_.Map(100); }

  // Takes everything out, earliest first.
  std::vector<Task*> Drain() {
    std::vector<Task*> order;
    while (!timers_.empty()) {
      order.push_back(timers_.first());
      timers_.Remove(timers_.first());
    }
    return order;
  }

  std::vector<Task> tasks_;
  Timers timers_;
};

TEST_F(TimersTest, TheEarliestComesFirst) {
  timers_.Add(&tasks_[0], Instant{30});
  timers_.Add(&tasks_[1], Instant{10});
  timers_.Add(&tasks_[2], Instant{20});
  EXPECT_EQ(Drain(), (std::vector<Task*>{&tasks_[1], &tasks_[2], &tasks_[0]}));
}

TEST_F(TimersTest, EqualDeadlinesComeInTheOrderSet) {
  std::vector<Task*> expected;
  for (Task& task : tasks_) {
    timers_.Add(&task, Instant{5});
    expected.push_back(&task);
  }
  EXPECT_EQ(Drain(), expected);
}

TEST_F(TimersTest, RemovingForgetsTheDeadline) {
  timers_.Add(&tasks_[0], Instant{30});
  EXPECT_EQ(tasks_[0].deadline, Instant{30});
  timers_.Remove(&tasks_[0]);
  EXPECT_EQ(tasks_[0].deadline, kForever);
  EXPECT_TRUE(timers_.empty());
  timers_.Remove(&tasks_[0]);
  EXPECT_TRUE(timers_.empty());
}

TEST_F(TimersTest, TheLastDeadlineIsTheLatest) {
  EXPECT_EQ(timers_.last_deadline(), kRunStart);
  timers_.Add(&tasks_[0], Instant{kRunStart.ns + 30});
  timers_.Add(&tasks_[1], Instant{kRunStart.ns + 10});
  EXPECT_EQ(timers_.last_deadline(), Instant{kRunStart.ns + 30});
}

TEST_F(TimersTest, AnyMixOfAddsAndRemovesKeepsTheOrder) {
  Prng prng(1, 0);
  std::vector<Task*> expected;
  for (int step = 0; step < 5000; ++step) {
    Task* task = &tasks_[prng.Below(tasks_.size())];
    if (task->timer_index == kNotInHeap) {
      timers_.Add(task, Instant{prng.Below(20)});
      expected.push_back(task);
    } else {
      timers_.Remove(task);
      std::erase(expected, task);
    }
    ASSERT_EQ(timers_.empty(), expected.empty());
    if (expected.empty()) continue;
    Task* first = *std::ranges::min_element(
        expected, {}, [](Task* t) { return t->deadline.ns; });
    ASSERT_EQ(timers_.first(), first);
  }
}

}  // namespace
}  // namespace detsim::runtime
