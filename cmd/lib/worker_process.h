// One worker: a rewritten test program that serves run requests over a socket
// (runtime/worker/protocol.h), in an environment that is the same every time.
#ifndef DETSIM_CMD_LIB_WORKER_PROCESS_H_
#define DETSIM_CMD_LIB_WORKER_PROCESS_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cmd/lib/private_folder.h"
#include "runtime/trace/run_result.h"
#include "runtime/worker/protocol.h"

namespace detsim::cmd {

// What a run of a test program sees of the world around it, besides its
// arguments: fixed names, so that no run depends on the user's shell. The
// folders named in it are made and emptied.
absl::StatusOr<std::vector<std::string>> CanonicalEnvironment(
    const std::string& work_directory);

// Not thread-safe: one thread owns a worker.
class WorkerProcess {
 public:
  // Starts `binary` (an absolute path) with its private folders below
  // `work_directory`, one of them in the place of `place`. Fails with what the
  // program said when it does not answer as a worker.
  static absl::StatusOr<std::unique_ptr<WorkerProcess>> Start(
      const std::string& binary, const std::string& work_directory,
      const NativePlace& place);

  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;
  ~WorkerProcess();  // Kills it and all that its tests started.

  // Cancelled after Ctrl-C; any other error means that the worker is gone.
  absl::StatusOr<std::vector<runtime::RunResult>> Run(
      const runtime::RunRequest& request);

  pid_t pid() const { return pid_; }
  const runtime::Hello& hello() const { return hello_; }

 private:
  struct Message {
    runtime::MessageType type;
    std::string payload;
  };

  WorkerProcess(std::string binary, std::string log_path)
      : binary_(std::move(binary)), log_path_(std::move(log_path)) {}

  absl::Status Spawn(const std::string& work_directory,
                     const NativePlace& place);
  absl::Status Greet();
  absl::Status Send(std::string_view bytes);
  absl::Status Receive(char* bytes, size_t size, int timeout_ms);
  // Takes what has arrived, or waits for it: 1 to `size` bytes.
  absl::StatusOr<size_t> ReceiveSome(char* bytes, size_t size, int* timeout_ms);
  absl::StatusOr<Message> ReceiveMessage(int timeout_ms);
  // The worker broke: how it ended and its last words.
  absl::Status Gone(std::string_view why);

  std::string binary_;
  std::string log_path_;
  std::string variable_;  // In the environment of all that it starts.
  pid_t pid_ = -1;
  int fd_ = -1;
  // Received and not asked for yet, from `taken_` on: a batch has thousands of
  // small messages.
  std::string received_;
  size_t taken_ = 0;
  runtime::Hello hello_;
};

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_WORKER_PROCESS_H_
