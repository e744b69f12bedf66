// A fixed number of threads that carry out jobs in the order of submission.
#ifndef WORKERPOOL_WORKER_POOL_H_
#define WORKERPOOL_WORKER_POOL_H_

#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "workerpool/job_queue.h"

namespace workerpool {

// What a pool has done so far.
struct PoolStats {
  std::uint64_t submitted = 0;
  std::uint64_t completed = 0;
  std::uint64_t failed = 0;  // Of those completed, the ones that threw.
};

// Thread-safe, except that destruction must not overlap any other call.
class WorkerPool {
 public:
  // Starts `worker_count` threads; 0 means one per processor.
  explicit WorkerPool(std::size_t worker_count = 0);
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;
  // As Shutdown().
  ~WorkerPool();

  // Queues `job`. Returns false once the pool is shutting down.
  bool Submit(Job job);

  // Queues `function` and returns a future for its result. The future is
  // broken (std::future_errc::broken_promise) if the pool is shutting down.
  template <typename Function>
  auto Async(Function function) -> std::future<decltype(function())> {
    using Result = decltype(function());
    auto task =
        std::make_shared<std::packaged_task<Result()>>(std::move(function));
    std::future<Result> result = task->get_future();
    Submit([task] { (*task)(); });
    return result;
  }

  // Finishes what is queued, then ends the threads. Idempotent.
  void Shutdown();

  std::size_t worker_count() const { return workers_.size(); }
  PoolStats stats() const;

 private:
  void Work();

  JobQueue queue_;
  mutable std::mutex stats_mutex_;
  PoolStats stats_;  // Guarded by stats_mutex_.
  std::vector<std::thread> workers_;
};

}  // namespace workerpool

#endif  // WORKERPOOL_WORKER_POOL_H_
