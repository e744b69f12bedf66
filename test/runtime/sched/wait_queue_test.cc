// The queues of wait_queue.cc, declared in task.h.
#include <gtest/gtest.h>

#include <vector>

#include "runtime/sched/task.h"

namespace detsim::runtime {
namespace {

std::vector<const Task*> Elements(const detsim_queue& queue) {
  std::vector<const Task*> elements;
  for (const Task* t = QueueHead(queue); t != nullptr; t = t->queue_next) {
    elements.push_back(t);
  }
  return elements;
}

class WaitQueueTest : public testing::Test {
 protected:
  WaitQueueTest() {
    for (Task& task : tasks_) Enqueue(&queue_, &task);
  }

  detsim_queue queue_ = {nullptr, nullptr};
  Task tasks_[3];
};

TEST_F(WaitQueueTest, KeepsTheOrderOfArrival) {
  EXPECT_EQ(Elements(queue_),
            (std::vector<const Task*>{&tasks_[0], &tasks_[1], &tasks_[2]}));
  EXPECT_EQ(QueueLength(queue_), 3u);
}

TEST_F(WaitQueueTest, GivesUpTheFirst) {
  Dequeue(&tasks_[0]);
  EXPECT_EQ(Elements(queue_),
            (std::vector<const Task*>{&tasks_[1], &tasks_[2]}));
}

TEST_F(WaitQueueTest, GivesUpOneInTheMiddle) {
  Dequeue(&tasks_[1]);
  EXPECT_EQ(Elements(queue_),
            (std::vector<const Task*>{&tasks_[0], &tasks_[2]}));
}

TEST_F(WaitQueueTest, GivesUpTheLastAndGoesOn) {
  Dequeue(&tasks_[2]);
  Enqueue(&queue_, &tasks_[2]);
  EXPECT_EQ(Elements(queue_),
            (std::vector<const Task*>{&tasks_[0], &tasks_[1], &tasks_[2]}));
}

TEST_F(WaitQueueTest, IsAllZeroWhenEmpty) {
  for (Task& task : tasks_) Dequeue(&task);
  EXPECT_EQ(queue_.head, nullptr);
  EXPECT_EQ(queue_.tail, nullptr);
  EXPECT_EQ(QueueLength(queue_), 0u);
}

TEST_F(WaitQueueTest, GivingUpWhatIsInNoQueueDoesNothing) {
  Task other;
  Dequeue(&other);
  Dequeue(&tasks_[0]);
  Dequeue(&tasks_[0]);
  EXPECT_EQ(QueueLength(queue_), 2u);
}

}  // namespace
}  // namespace detsim::runtime
