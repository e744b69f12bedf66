// expect: passed
// trials: 2000
//
// Looks at the values after the wait.
#include <gtest/gtest.h>

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class Batch {
 public:
  void Put(int value) {
    std::lock_guard<std::mutex> lock(mutex_);
    values_.push_back(value);
    changed_.notify_all();
  }
  // Waits until there is something and takes all of it.
  std::vector<int> TakeAll() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (values_.empty()) changed_.wait(lock);
    std::vector<int> taken(values_.begin(), values_.end());
    values_.clear();
    return taken;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<int> values_;
};

TEST(StaleSize, NothingIsLost) {
  Batch batch;
  std::thread producer([&batch] {
    batch.Put(1);
    batch.Put(2);
    batch.Put(3);
  });
  std::size_t taken = 0;
  taken += batch.TakeAll().size();
  producer.join();
  batch.Put(4);
  taken += batch.TakeAll().size();
  EXPECT_EQ(taken, 4u);
}

}  // namespace
