// expect: deadlock
// trials: 1000
//
// The notification goes out before the flag is set: a worker that wakes up in
// between goes back to sleep, and nobody wakes it again.
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

TEST(StopFlagAfterNotify, WorkerStops) {
  std::mutex mutex;
  std::condition_variable wake;
  bool stop = false;
  std::thread worker([&] {
    std::unique_lock<std::mutex> lock(mutex);
    while (!stop) wake.wait(lock);
  });
  wake.notify_all();
  {
    std::lock_guard<std::mutex> lock(mutex);
    stop = true;
  }
  worker.join();
}

}  // namespace
