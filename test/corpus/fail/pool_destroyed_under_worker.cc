// expect: misuse|crash
// trials: 1000
//
// An object is destroyed while its detached worker still waits on its
// condition variable or is about to lock its mutex.
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace {

class Background {
 public:
  explicit Background(std::shared_ptr<std::atomic<int>> served)
      : served_(served) {
    thread_ = std::thread([this] { Run(); });
  }
  ~Background() {
    Close();
    thread_.detach();
  }

 private:
  void Close() {
    std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
    wake_.notify_all();
  }
  void Run() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!closed_) wake_.wait(lock);
    ++*served_;
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  bool closed_ = false;
  std::shared_ptr<std::atomic<int>> served_;
  std::thread thread_;
};

TEST(PoolDestroyedUnderWorker, EndsCleanly) {
  auto served = std::make_shared<std::atomic<int>>(0);
  auto background = std::make_unique<Background>(served);
  background.reset();
  while (*served == 0) std::this_thread::yield();
}

}  // namespace
