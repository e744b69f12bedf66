// expect: passed
// trials: 1000
//
// Looking and claiming are one operation.
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
    if (!answered.exchange(true)) promise.set_value(value);
  };
  std::thread one(reply, 1);
  std::thread two(reply, 2);
  EXPECT_NE(answer.get(), 0);
  one.join();
  two.join();
}

}  // namespace
