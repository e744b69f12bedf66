#include "workerpool/job_queue.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace workerpool {
namespace {

TEST(JobQueueTest, HandsOutJobsInOrder) {
  JobQueue queue;
  std::vector<int> order;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(queue.Push([&order, i] { order.push_back(i); }));
  }
  Job job;
  while (queue.TryPop(&job)) job();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2}));
}

TEST(JobQueueTest, TakesNothingAfterClose) {
  JobQueue queue;
  queue.Close();
  EXPECT_FALSE(queue.Push([] {}));
  EXPECT_EQ(queue.size(), 0u);
}

TEST(JobQueueTest, PopEmptiesAClosedQueueFirst) {
  JobQueue queue;
  ASSERT_TRUE(queue.Push([] {}));
  queue.Close();
  Job job;
  EXPECT_TRUE(queue.Pop(&job));
  EXPECT_FALSE(queue.Pop(&job));
}

TEST(JobQueueTest, PopWaitsForAPush) {
  JobQueue queue;
  int ran = 0;
  std::thread consumer([&queue, &ran] {
    Job job;
    if (queue.Pop(&job)) {
      job();
      ++ran;
    }
  });
  queue.Push([] {});
  consumer.join();
  EXPECT_EQ(ran, 1);
}

}  // namespace
}  // namespace workerpool
