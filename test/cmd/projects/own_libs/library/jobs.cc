#include "jobs.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class JobQueue {
 public:
  explicit JobQueue(bool mend) : mend_(mend) {}

  void Push(int job) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      jobs_.push_back(job);
    }
    ready_.notify_one();
  }
  // False when there will be no more.
  bool Pop(int* job) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (jobs_.empty() && !closed_) ready_.wait(lock);
    if (jobs_.empty()) return false;
    *job = jobs_.front();
    jobs_.pop_front();
    return true;
  }
  void Close() {
    if (mend_) {
      std::lock_guard<std::mutex> lock(mutex_);
      closed_ = true;
    } else {
      closed_ = true;
    }
    ready_.notify_all();
  }

 private:
  const bool mend_;
  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<int> jobs_;
  std::atomic<bool> closed_{false};
};

}  // namespace

int SumOfJobs(int workers, int jobs, bool mend) {
  JobQueue queue(mend);
  std::atomic<int> sum{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < workers; ++i) {
    threads.emplace_back([&] {
      for (int job = 0; queue.Pop(&job);) sum += job;
    });
  }
  for (int job = 1; job <= jobs; ++job) queue.Push(job);
  queue.Close();
  for (std::thread& thread : threads) thread.join();
  return sum;
}
