// expect: passed
// trials: 1000
//
// Keeps the future until the task may end.
#include <gtest/gtest.h>

#include <future>

namespace {

TEST(AsyncDiscardedFuture, TaskRunsInTheBackground) {
  std::promise<void> go;
  std::future<void> gone = go.get_future();
  std::future<void> task;
  task = std::async(std::launch::async, [&gone] { gone.get(); });
  go.set_value();
  task.get();
}

}  // namespace
