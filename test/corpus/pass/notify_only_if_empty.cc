// expect: passed
// trials: 2000
//
// Every put notifies.
#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace {

class Queue {
 public:
  void Put(int value) {
    std::lock_guard<std::mutex> lock(mutex_);
    values_.push_back(value);
    not_empty_.notify_one();
  }
  int Get() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (values_.empty()) not_empty_.wait(lock);
    const int value = values_.front();
    values_.pop_front();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable not_empty_;
  std::deque<int> values_;
};

TEST(NotifyOnlyIfEmpty, BothConsumersGetOne) {
  Queue queue;
  std::thread one([&queue] { queue.Get(); });
  std::thread two([&queue] { queue.Get(); });
  queue.Put(1);
  queue.Put(2);
  one.join();
  two.join();
}

}  // namespace
