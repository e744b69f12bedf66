#include "workerpool/job_queue.h"

#include <utility>

namespace workerpool {

bool JobQueue::Push(Job job) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (closed()) return false;
    jobs_.push_back(std::move(job));
  }
  ready_.notify_one();
  return true;
}

bool JobQueue::Pop(Job* job) {
  std::unique_lock<std::mutex> lock(mutex_);
  while (jobs_.empty()) {
    if (closed()) return false;
    // Nothing to do for now: give back what a burst of jobs has grown.
    jobs_.shrink_to_fit();
    ready_.wait(lock);
  }
  *job = std::move(jobs_.front());
  jobs_.pop_front();
  return true;
}

bool JobQueue::TryPop(Job* job) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (jobs_.empty()) return false;
  *job = std::move(jobs_.front());
  jobs_.pop_front();
  return true;
}

void JobQueue::Close() {
  closed_.store(true, std::memory_order_release);
  ready_.notify_all();
}

std::size_t JobQueue::size() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return jobs_.size();
}

}  // namespace workerpool
