// expect: exception
// trials: 1000
//
// The index is checked in one critical section and used in the next; at()
// throws into the test.
#include <gtest/gtest.h>

#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class List {
 public:
  std::size_t Size() {
    std::lock_guard<std::mutex> lock(mutex_);
    return values_.size();
  }
  int At(std::size_t index) {
    std::lock_guard<std::mutex> lock(mutex_);
    return values_.at(index);
  }
  int LastOr(int fallback) {
    std::lock_guard<std::mutex> lock(mutex_);
    return values_.empty() ? fallback : values_.back();
  }
  void Clear() {
    std::lock_guard<std::mutex> lock(mutex_);
    values_.clear();
  }

 private:
  std::mutex mutex_;
  std::vector<int> values_{1, 2, 3};
};

class Joined {
 public:
  explicit Joined(List& list) : thread_([&list] { list.Clear(); }) {}
  ~Joined() { thread_.join(); }

 private:
  std::thread thread_;
};

TEST(IndexAfterErase, ReadsTheLast) {
  List list;
  Joined eraser(list);
  int last = 3;
  if (list.Size() == 3) last = list.At(2);
  EXPECT_EQ(last, 3);
}

}  // namespace
