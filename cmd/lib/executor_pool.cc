#include "cmd/lib/executor_pool.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

namespace detsim::cmd {

using runtime::RunRequest;
using runtime::RunResult;

ExecutorPool::ExecutorPool(WorkerExecutor* first, int size)
    : executors_{first} {
  for (int i = 1; i < size; ++i) {
    owned_.push_back(std::make_unique<WorkerExecutor>(
        first->binary(), first->work_directory() + "-" + std::to_string(i),
        first->place()));
    executors_.push_back(owned_.back().get());
  }
}

std::optional<std::vector<RunResult>> ExecutorPool::Run(
    const RunRequest& request) {
  auto results = executors_[0]->Run(request);
  status_ = executors_[0]->status();
  return results;
}

std::optional<std::vector<std::vector<RunResult>>> ExecutorPool::RunAll(
    const std::vector<RunRequest>& requests) {
  std::vector<std::optional<std::vector<RunResult>>> all(requests.size());
  std::atomic<size_t> next = 0;
  auto work = [&](WorkerExecutor* executor) {
    for (size_t i = next++; i < requests.size(); i = next++) {
      all[i] = executor->Run(requests[i]);
      if (!all[i]) next = requests.size();  // Nobody waits for the rest.
    }
  };
  size_t workers = std::min(executors_.size(), requests.size());
  // A worker ends with the thread that started it.
  for (size_t i = 0; i < workers; ++i) executors_[i]->worker();
  std::vector<std::thread> threads;
  for (size_t i = 1; i < workers; ++i)
    threads.emplace_back(work, executors_[i]);
  work(executors_[0]);
  for (std::thread& thread : threads) thread.join();

  std::vector<std::vector<RunResult>> results;
  for (auto& result : all) {
    if (result) results.push_back(std::move(*result));
  }
  if (results.size() == requests.size()) return results;
  for (size_t i = 0; i < workers; ++i) {
    if (!executors_[i]->status().ok()) status_ = executors_[i]->status();
  }
  return std::nullopt;
}

}  // namespace detsim::cmd
