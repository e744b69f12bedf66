// expect: passed
// trials: 1000
//
// Takes the task out first, then looks whether there was one.
#include <gtest/gtest.h>

#include <future>
#include <mutex>
#include <thread>
#include <utility>

namespace {

class Slot {
 public:
  explicit Slot(std::packaged_task<int()> task) : task_(std::move(task)) {}
  void RunIfPresent() {
    std::packaged_task<int()> task = Take();
    if (task.valid()) task();
  }

 private:
  std::packaged_task<int()> Take() {
    std::lock_guard<std::mutex> lock(mutex_);
    return std::move(task_);
  }

  std::mutex mutex_;
  std::packaged_task<int()> task_;
};

TEST(PackagedTaskTakenTwice, RunsOnce) {
  std::packaged_task<int()> task([] { return 5; });
  std::future<int> result = task.get_future();
  Slot slot(std::move(task));
  std::thread one([&slot] { slot.RunIfPresent(); });
  std::thread two([&slot] { slot.RunIfPresent(); });
  one.join();
  two.join();
  EXPECT_EQ(result.get(), 5);
}

}  // namespace
