// expect: passed
// trials: 1000
//
// Sets the flag first.
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
  {
    std::lock_guard<std::mutex> lock(mutex);
    stop = true;
  }
  wake.notify_all();
  worker.join();
}

}  // namespace
