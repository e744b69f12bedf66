// expect: passed
// trials: 2000
//
// The counter is written under the mutex.
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

class Service {
 public:
  Service() : thread_([this] { Run(); }) {}
  ~Service() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      closed_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }
  void Ask() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      ++jobs_;
    }
    wake_.notify_one();
  }
  void DoOneHere() {
    std::lock_guard<std::mutex> lock(mutex_);
    done_ = done_ + 1;
  }
  int WaitForAll(int count) {
    std::unique_lock<std::mutex> lock(mutex_);
    idle_.wait(lock, [this, count] { return served_ == count; });
    return done_;
  }

 private:
  void Run() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      wake_.wait(lock, [this] { return jobs_ > 0 || closed_; });
      if (jobs_ == 0) return;
      --jobs_;
      lock.unlock();
      DoOneHere();
      lock.lock();
      ++served_;
      idle_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, idle_;
  int jobs_ = 0;
  int served_ = 0;
  int done_ = 0;
  bool closed_ = false;
  std::thread thread_;
};

Service service;

TEST(StaticThreadCountsTwice, EveryJobCounts) {
  service.Ask();
  service.Ask();
  service.DoOneHere();
  EXPECT_EQ(service.WaitForAll(2), 3);
}

}  // namespace
