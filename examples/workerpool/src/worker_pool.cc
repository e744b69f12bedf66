#include "workerpool/worker_pool.h"

namespace workerpool {
namespace {

std::size_t CountOrDefault(std::size_t worker_count) {
  if (worker_count != 0) return worker_count;
  const std::size_t processors = std::thread::hardware_concurrency();
  return processors != 0 ? processors : 1;
}

}  // namespace

WorkerPool::WorkerPool(std::size_t worker_count) {
  worker_count = CountOrDefault(worker_count);
  workers_.reserve(worker_count);
  for (std::size_t i = 0; i < worker_count; ++i) {
    workers_.emplace_back([this] { Work(); });
  }
}

WorkerPool::~WorkerPool() { Shutdown(); }

bool WorkerPool::Submit(Job job) {
  if (!queue_.Push(std::move(job))) return false;
  std::lock_guard<std::mutex> lock(stats_mutex_);
  ++stats_.submitted;
  return true;
}

void WorkerPool::Shutdown() {
  queue_.Close();
  for (std::thread& worker : workers_) {
    if (worker.joinable()) worker.join();
  }
}

PoolStats WorkerPool::stats() const {
  std::lock_guard<std::mutex> lock(stats_mutex_);
  return stats_;
}

void WorkerPool::Work() {
  Job job;
  while (queue_.Pop(&job)) {
    bool threw = false;
    try {
      job();
    } catch (...) {
      threw = true;
    }
    job = nullptr;
    std::lock_guard<std::mutex> lock(stats_mutex_);
    ++stats_.completed;
    if (threw) ++stats_.failed;
  }
}

}  // namespace workerpool
