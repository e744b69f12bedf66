// expect: passed
// trials: 10
//
// Uses the value that it holds the mutex for.
#include <gtest/gtest.h>

#include <mutex>

namespace {

class Counter {
 public:
  int Get() {
    std::lock_guard<std::mutex> lock(mutex_);
    return value_;
  }
  int Increment() {
    std::lock_guard<std::mutex> lock(mutex_);
    ++value_;
    return value_;
  }

 private:
  std::mutex mutex_;
  int value_ = 0;
};

TEST(SelfRelock, Increments) {
  Counter counter;
  EXPECT_EQ(counter.Increment(), 1);
}

}  // namespace
