// Several workers of one test program as one executor: requests that do not
// wait for each other are performed at the same time. Owned by one thread.
#ifndef DETSIM_CMD_LIB_EXECUTOR_POOL_H_
#define DETSIM_CMD_LIB_EXECUTOR_POOL_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cmd/lib/worker_executor.h"
#include "runtime/explore/executor.h"

namespace detsim::cmd {

class ExecutorPool : public runtime::Executor {
 public:
  // `first`, which must outlive the pool, and `size - 1` more, with work
  // directories beside its own. They are started when first needed.
  ExecutorPool(WorkerExecutor* first, int size);

  std::optional<std::vector<runtime::RunResult>> Run(
      const runtime::RunRequest& request) override;
  std::optional<std::vector<std::vector<runtime::RunResult>>> RunAll(
      const std::vector<runtime::RunRequest>& requests) override;
  int width() const override { return static_cast<int>(executors_.size()); }
  std::string error() const override { return std::string(status_.message()); }

  const absl::Status& status() const { return status_; }

 private:
  std::vector<WorkerExecutor*> executors_;
  std::vector<std::unique_ptr<WorkerExecutor>> owned_;
  absl::Status status_;
};

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_EXECUTOR_POOL_H_
