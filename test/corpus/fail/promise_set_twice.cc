// expect: exception
// trials: 1000
//
// Two threads look whether an answer is there and give one; the second to give
// it throws, in a thread where nobody catches.
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

namespace {

TEST(PromiseSetTwice, OneAnswer) {
  std::promise<int> promise;
  std::future<int> answer = promise.get_future();
  std::atomic<bool> answered{false};
  auto reply = [&](int value) {
    if (!answered) {
      answered = true;
      promise.set_value(value);
    }
  };
  std::thread one(reply, 1);
  std::thread two(reply, 2);
  EXPECT_NE(answer.get(), 0);
  one.join();
  two.join();
}

}  // namespace
