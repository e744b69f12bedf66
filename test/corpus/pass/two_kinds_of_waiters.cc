// expect: passed
// trials: 2000
//
// Wakes everybody.
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class Slot {
 public:
  void Put(int value) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (full_) changed_.wait(lock);
    value_ = value;
    full_ = true;
    changed_.notify_all();
  }
  int Take() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!full_) changed_.wait(lock);
    full_ = false;
    const int value = value_;
    changed_.notify_all();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool full_ = false;
  int value_ = 0;
};

TEST(TwoKindsOfWaiters, EverythingGetsThrough) {
  Slot slot;
  std::atomic<int> sum{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&slot, &sum] { sum += slot.Take() + slot.Take(); });
    threads.emplace_back([&slot] {
      slot.Put(1);
      slot.Put(2);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(sum, 6);
}

}  // namespace
