// An unbounded queue of jobs between the threads that submit work and the
// workers that carry it out.
#ifndef WORKERPOOL_JOB_QUEUE_H_
#define WORKERPOOL_JOB_QUEUE_H_

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>

namespace workerpool {

using Job = std::function<void()>;

// Thread-safe.
class JobQueue {
 public:
  JobQueue() = default;
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  // Appends `job`. Returns false, dropping it, once the queue is closed.
  bool Push(Job job);

  // Takes the oldest job, waiting for one if there is none. Returns false when
  // the queue is closed and everything that was pushed has been taken.
  bool Pop(Job* job);

  // Takes the oldest job if there is one; never waits.
  bool TryPop(Job* job);

  // Lets no more jobs in, and wakes everybody who waits for one.
  void Close();

  bool closed() const { return closed_.load(std::memory_order_acquire); }
  std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<Job> jobs_;  // Guarded by mutex_.
  std::atomic<bool> closed_{false};
};

}  // namespace workerpool

#endif  // WORKERPOOL_JOB_QUEUE_H_
