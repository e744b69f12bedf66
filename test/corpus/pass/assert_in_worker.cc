// expect: passed
// trials: 1000
//
// Checks in the critical section that draws.
#include <gtest/gtest.h>

#include <cassert>
#include <mutex>
#include <thread>

namespace {

class Account {
 public:
  void Draw() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (balance_ < 10) return;
    }
    std::lock_guard<std::mutex> lock(mutex_);
    if (balance_ < 10) return;
    balance_ -= 10;
    assert(balance_ >= 0);
  }

 private:
  std::mutex mutex_;
  int balance_ = 10;
};

TEST(AssertInWorker, NeverOverdrawn) {
  Account account;
  std::thread one([&account] { account.Draw(); });
  std::thread two([&account] { account.Draw(); });
  one.join();
  two.join();
}

}  // namespace
