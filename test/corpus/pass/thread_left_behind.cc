// expect: passed
// trials: 1000
//
// Joined on every way out.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

bool Poll(std::atomic<int>* requests) {
  auto* poller = new std::thread([requests] {
    while (requests->load() > 0) {
      requests->fetch_sub(1);
      std::this_thread::yield();
    }
  });
  poller->join();
  delete poller;
  return true;
}

// Outlives a thread that is left behind.
std::atomic<int> requests{50};

TEST(ThreadLeftBehind, PollsForAWhile) { Poll(&requests); }

}  // namespace
