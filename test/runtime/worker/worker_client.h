// The tool's end of a worker, for tests: a forked child serves, as a rewritten
// program would, a main function of the test.
#ifndef DETSIM_TEST_RUNTIME_WORKER_WORKER_CLIENT_H_
#define DETSIM_TEST_RUNTIME_WORKER_WORKER_CLIENT_H_

#include <sys/types.h>

#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/trace/run_result.h"
#include "runtime/worker/protocol.h"

namespace detsim::runtime {

// For gtest's failure messages.
inline void PrintTo(Verdict verdict, std::ostream* out) {
  *out << VerdictName(verdict);
}

class WorkerClient {
 public:
  using Main = int (*)(int argc, char** argv, char** environment);

  // Starts the worker and receives its greeting.
  explicit WorkerClient(Main main, const char* temporary_directory = nullptr);
  // Starts `program`, linked with the runtime object, as the tools do. Of the
  // environment it gets `variable` ("NAME=value") alone, which may be null.
  static std::unique_ptr<WorkerClient> OfProgram(const char* program,
                                                 const char* variable,
                                                 bool randomize_addresses);
  // Closes the socket and waits for the worker's end.
  ~WorkerClient();
  WorkerClient(const WorkerClient&) = delete;
  WorkerClient& operator=(const WorkerClient&) = delete;

  // The results of `request`; a test failure if the worker breaks.
  std::vector<RunResult> Run(const RunRequest& request);
  // One run of main(name), calm.
  RunResult RunOne(const char* name);

  const Hello& hello() const { return hello_; }
  // The payloads of the results of the latest Run(), as they came.
  const std::vector<std::string>& payloads() const { return payloads_; }

  // ---- Below the messages ----

  void SendMessage(MessageType type, std::string_view payload);
  // False when the worker has closed its end.
  bool Receive(MessageType* type, std::string* payload);
  // Closes the socket; the worker's wait status.
  int Close();

 private:
  WorkerClient() = default;
  // Takes over the tool's end of the socket and receives the greeting.
  void Connect(int fd, pid_t pid);

  int fd_ = -1;
  pid_t pid_ = 0;
  Hello hello_;
  std::vector<std::string> payloads_;
};

}  // namespace detsim::runtime

#endif  // DETSIM_TEST_RUNTIME_WORKER_WORKER_CLIENT_H_
