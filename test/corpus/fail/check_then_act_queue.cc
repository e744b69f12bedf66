// expect: assertion
// trials: 1000
//
// Check-then-act: the queue is found not empty in one critical section and
// popped in the next; another consumer may have been there in between.
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
    if (!queue.Empty()) EXPECT_EQ(queue.Pop(), 7);
  };
  std::thread first(consume);
  std::thread second(consume);
  first.join();
  second.join();
}

}  // namespace
