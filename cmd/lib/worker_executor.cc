#include "cmd/lib/worker_executor.h"

#include <utility>

namespace detsim::cmd {

WorkerProcess* WorkerExecutor::worker() {
  if (worker_ != nullptr) return worker_.get();
  auto started = WorkerProcess::Start(binary_, work_directory_, place_);
  status_ = started.status();
  if (started.ok()) worker_ = std::move(*started);
  return worker_.get();
}

std::optional<std::vector<runtime::RunResult>> WorkerExecutor::Run(
    const runtime::RunRequest& request) {
  if (worker() == nullptr) return std::nullopt;
  auto results = worker_->Run(request);
  status_ = results.status();
  if (!results.ok()) {
    worker_.reset();
    return std::nullopt;
  }
  return std::move(*results);
}

}  // namespace detsim::cmd
