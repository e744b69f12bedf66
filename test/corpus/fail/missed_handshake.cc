// expect: livelock
// trials: 500
//
// The worker answers only if it finds the request when it looks, once. The
// caller polls for an answer that does not come.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

TEST(MissedHandshake, GetsAnAnswer) {
  std::atomic<bool> request{false};
  std::atomic<bool> answer{false};
  std::thread worker([&] {
    if (request) answer = true;
  });
  request = true;
  while (!answer) std::this_thread::yield();
  worker.join();
}

}  // namespace
