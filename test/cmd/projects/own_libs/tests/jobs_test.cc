#include "jobs.h"

#include <gtest/gtest.h>

#include <mutex>
#include <thread>

namespace {

TEST(JobsTest, MissesTheEnd) { EXPECT_EQ(SumOfJobs(3, 5, false), 15); }

TEST(JobsTest, Mended) { EXPECT_EQ(SumOfJobs(3, 5, true), 15); }

// Rewritten threads and the library's under one scheduler.
TEST(JobsTest, UsedByThreads) {
  std::mutex mutex;
  int sum = 0;
  auto add = [&] {
    int jobs = SumOfJobs(2, 3, true);
    std::lock_guard<std::mutex> lock(mutex);
    sum += jobs;
  };
  std::thread first(add), second(add);
  first.join();
  second.join();
  EXPECT_EQ(sum, 12);
}

}  // namespace
