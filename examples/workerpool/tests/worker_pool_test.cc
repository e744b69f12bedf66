#include "workerpool/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace workerpool {
namespace {

TEST(WorkerPoolTest, RunsEveryJobBeforeShutdownReturns) {
  std::atomic<int> ran{0};
  WorkerPool pool(4);
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(pool.Submit([&ran] { ++ran; }));
  }
  pool.Shutdown();
  EXPECT_EQ(ran, 20);
  EXPECT_EQ(pool.stats().completed, 20u);
}

TEST(WorkerPoolTest, ReturnsResults) {
  WorkerPool pool(2);
  std::future<int> answer = pool.Async([] { return 6 * 7; });
  EXPECT_EQ(answer.get(), 42);
}

TEST(WorkerPoolTest, SurvivesJobsThatThrow) {
  WorkerPool pool(1);
  std::future<void> failure =
      pool.Async([] { throw std::runtime_error("no such file"); });
  EXPECT_THROW(failure.get(), std::runtime_error);
  EXPECT_EQ(pool.Async([] { return 1; }).get(), 1);
}

TEST(WorkerPoolTest, OneSlowJobDoesNotHoldUpTheOthers) {
  WorkerPool pool(2);
  std::future<void> slow = pool.Async(
      [] { std::this_thread::sleep_for(std::chrono::milliseconds(200)); });
  std::future<int> quick = pool.Async([] { return 1; });
  EXPECT_EQ(quick.get(), 1);
  slow.get();
}

TEST(WorkerPoolTest, UsesEveryProcessorByDefault) {
  WorkerPool pool;
  EXPECT_GE(pool.worker_count(), 1u);
}

TEST(WorkerPoolTest, RefusesWorkAfterShutdown) {
  WorkerPool pool(1);
  pool.Shutdown();
  EXPECT_FALSE(pool.Submit([] {}));
}

}  // namespace
}  // namespace workerpool
