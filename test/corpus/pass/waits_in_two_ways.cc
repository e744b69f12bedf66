// expect: passed
// trials: 1000
//
// The stop is announced under the mutex, so that no worker is between its check
// and its wait.
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
    {
      std::lock_guard<std::mutex> lock(mutex_);
      stop_ = true;
    }
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
