// expect: passed
// trials: 1000
//
// Joins only what is another thread.
#include <gtest/gtest.h>

#include <future>
#include <thread>

namespace {

TEST(JoinSelf, Stops) {
  std::thread worker;
  std::promise<void> started;
  std::shared_future<void> go = started.get_future().share();
  std::promise<void> finished;
  worker = std::thread([&] {
    go.get();
    if (std::this_thread::get_id() != worker.get_id()) worker.join();
    finished.set_value();
  });
  started.set_value();
  finished.get_future().get();
  if (worker.joinable()) worker.join();
}

}  // namespace
