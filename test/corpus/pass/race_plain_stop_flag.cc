// expect: passed
// trials: 500
// flags: --races=fail
//
// An atomic flag.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

TEST(RacePlainStopFlag, Stops) {
  std::atomic<bool> stop{false};
  std::thread worker([&] {
    while (!stop) std::this_thread::yield();
  });
  stop = true;
  worker.join();
}

}  // namespace
