// expect: passed
// trials: 1000
//
// Both sides hold the mutex.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace {

class Histogram {
 public:
  void Observe(int value) {
    std::lock_guard<std::mutex> lock(mutex_);
    ++count_;
    sum_ += value;
  }
  void Collect(int* count, int* sum) {
    std::lock_guard<std::mutex> lock(mutex_);
    *count = count_;
    *sum = sum_;
  }

 private:
  std::mutex mutex_;
  std::atomic<int> count_{0};
  std::atomic<int> sum_{0};
};

TEST(SumAndCount, Agree) {
  Histogram histogram;
  std::thread observer([&histogram] { histogram.Observe(1); });
  int count = 0, sum = 0;
  histogram.Collect(&count, &sum);
  observer.join();
  EXPECT_EQ(count, sum);
}

}  // namespace
