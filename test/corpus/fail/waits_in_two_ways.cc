// expect: deadlock
// trials: 1000
// place: wake_.wait(lock)
//
// A worker waits with or without a deadline; the stop is announced before it
// looks. Both waits are one call to an optimiser, and two places to a reader.
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

class Worker {
 public:
  explicit Worker(bool has_deadline)
      : thread_([this, has_deadline] { Run(has_deadline); }) {}
  ~Worker() {
    stop_ = true;
    wake_.notify_one();
    thread_.join();
  }

 private:
  void Run(bool has_deadline) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!stop_) {
      if (has_deadline) {
        wake_.wait_until(
            lock, std::chrono::steady_clock::now() + std::chrono::hours(1));
      } else {
        wake_.wait(lock);
      }
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  bool stop_ = false;
  std::thread thread_;
};

TEST(WaitsInTwoWays, Stops) { Worker worker(false); }

}  // namespace
