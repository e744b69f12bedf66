// expect: deadlock
// trials: 2000
//
// A permit is taken and not given back on one path: the request that finds
// itself cancelled.
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

class Permits {
 public:
  explicit Permits(int count) : count_(count) {}
  void Acquire() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (count_ == 0) available_.wait(lock);
    --count_;
  }
  void Release() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      ++count_;
    }
    available_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable available_;
  int count_;
};

TEST(PermitLeak, EverybodyGetsAPermit) {
  Permits permits(1);
  std::atomic<bool> cancelled{false};
  std::atomic<bool> started{false};
  std::thread request([&] {
    started = true;
    permits.Acquire();
    if (cancelled) {
      return;
    }
    permits.Release();
  });
  if (started) cancelled = true;
  permits.Acquire();
  permits.Release();
  request.join();
}

}  // namespace
