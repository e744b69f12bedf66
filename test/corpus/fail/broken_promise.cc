// expect: exception
// trials: 500
//
// A worker that finds itself cancelled drops its promise without a value; the
// caller's get() throws.
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>
#include <utility>

namespace {

TEST(BrokenPromise, CallerGetsAnAnswer) {
  std::promise<int> promise;
  std::future<int> answer = promise.get_future();
  std::atomic<bool> cancelled{false};
  std::thread worker(
      [&cancelled](std::promise<int> reply) {
        if (cancelled) {
          return;
        }
        reply.set_value(1);
      },
      std::move(promise));
  cancelled = true;
  int value = -1;
  try {
    value = answer.get();
  } catch (...) {
    worker.join();
    throw;
  }
  worker.join();
  EXPECT_GE(value, 0);
}

}  // namespace
