// expect: assertion
// trials: 1000
//
// The completion may run before its callback has been installed, and is then
// dropped.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

namespace {

class Operation {
 public:
  void Complete() {
    std::function<void()> callback;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      done_ = true;
      callback = callback_;
    }
    if (callback) callback();
  }
  void OnComplete(std::function<void()> callback) {
    std::unique_lock<std::mutex> lock(mutex_);
    callback_ = callback;
  }

 private:
  std::mutex mutex_;
  bool done_ = false;
  std::function<void()> callback_;
};

TEST(CallbackBeforeInstall, IsCalled) {
  Operation operation;
  std::atomic<int> calls{0};
  std::thread completer([&operation] { operation.Complete(); });
  operation.OnComplete([&calls] { ++calls; });
  completer.join();
  EXPECT_EQ(calls, 1);
}

}  // namespace
