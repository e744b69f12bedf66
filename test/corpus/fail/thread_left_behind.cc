// expect: thread_leak
// trials: 100
//
// An early return forgets a joinable thread that the heap holds.
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
  if (requests->load() > 0) return false;
  poller->join();
  delete poller;
  return true;
}

// Outlives a thread that is left behind.
std::atomic<int> requests{50};

TEST(ThreadLeftBehind, PollsForAWhile) { Poll(&requests); }

}  // namespace
