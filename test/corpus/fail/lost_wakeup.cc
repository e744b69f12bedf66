// expect: deadlock
// trials: 2000
//
// Lost wake-up: the stop flag is set without the mutex. A worker that has seen
// it unset but does not wait yet misses the notification and sleeps for ever.
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

class Worker {
 public:
  Worker() : thread_([this] { Run(); }) {}
  ~Worker() {
    stop_ = true;
    wake_.notify_all();
    thread_.join();
  }

 private:
  void Run() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!stop_) wake_.wait(lock);
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

TEST(LostWakeup, WorkerStops) { Worker worker; }

}  // namespace
