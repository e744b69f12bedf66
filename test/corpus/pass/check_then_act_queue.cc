// expect: passed
// trials: 1000
//
// Looking and popping are one critical section.
#include <gtest/gtest.h>

#include <deque>
#include <mutex>
#include <thread>

namespace {

class Queue {
 public:
  void Push(int value) {
    std::lock_guard<std::mutex> lock(mutex_);
    values_.push_back(value);
  }
  bool Empty() {
    std::lock_guard<std::mutex> lock(mutex_);
    return values_.empty();
  }
  // The oldest value, or -1 when there is none.
  int Pop() {
    std::lock_guard<std::mutex> lock(mutex_);
    if (values_.empty()) return -1;
    const int value = values_.front();
    values_.pop_front();
    return value;
  }

 private:
  std::mutex mutex_;
  std::deque<int> values_;
};

TEST(CheckThenActQueue, NobodyPopsFromAnEmptyQueue) {
  Queue queue;
  queue.Push(7);
  auto consume = [&queue] {
    const int value = queue.Pop();
    if (value != -1) EXPECT_EQ(value, 7);
  };
  std::thread first(consume);
  std::thread second(consume);
  first.join();
  second.join();
}

}  // namespace
