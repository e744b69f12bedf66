// expect: passed
// trials: 1000
//
// The worker waits for the request.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

TEST(MissedHandshake, GetsAnAnswer) {
  std::atomic<bool> request{false};
  std::atomic<bool> answer{false};
  std::thread worker([&] {
    while (!request) std::this_thread::yield();
    answer = true;
  });
  request = true;
  while (!answer) std::this_thread::yield();
  worker.join();
}

}  // namespace
