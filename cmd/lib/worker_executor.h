// An Executor over worker processes of one test program: started when first
// needed, started anew when one breaks. Owned by one thread.
#ifndef DETSIM_CMD_LIB_WORKER_EXECUTOR_H_
#define DETSIM_CMD_LIB_WORKER_EXECUTOR_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "cmd/lib/worker_process.h"
#include "runtime/explore/executor.h"

namespace detsim::cmd {

class WorkerExecutor : public runtime::Executor {
 public:
  // See WorkerProcess::Start.
  WorkerExecutor(std::string binary, std::string work_directory,
                 NativePlace place)
      : binary_(std::move(binary)),
        work_directory_(std::move(work_directory)),
        place_(std::move(place)) {}

  std::optional<std::vector<runtime::RunResult>> Run(
      const runtime::RunRequest& request) override;
  std::string error() const override { return std::string(status_.message()); }

  const absl::Status& status() const { return status_; }
  const std::string& binary() const { return binary_; }
  const std::string& work_directory() const { return work_directory_; }
  const NativePlace& place() const { return place_; }
  // Starts the worker if it is not there; null (see status()) if it cannot.
  WorkerProcess* worker();

 private:
  std::string binary_;
  std::string work_directory_;
  NativePlace place_;
  std::unique_ptr<WorkerProcess> worker_;
  absl::Status status_;
};

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_WORKER_EXECUTOR_H_
