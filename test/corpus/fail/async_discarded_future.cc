// expect: deadlock
// trials: 1
//
// The future that std::async returns is dropped, and its destructor waits for
// the task, which waits for what comes after.
#include <gtest/gtest.h>

#include <future>

namespace {

TEST(AsyncDiscardedFuture, TaskRunsInTheBackground) {
  std::promise<void> go;
  std::future<void> gone = go.get_future();
  std::future<void> task;
  (void)std::async(std::launch::async, [&gone] { gone.get(); });
  go.set_value();
}

}  // namespace
