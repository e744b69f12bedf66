#include "cmd/lib/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>

#include "absl/strings/str_cat.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"
#include "cmd/lib/interrupt.h"
#include "cmd/lib/process_tree.h"
#include "runtime/worker/private_files.h"

namespace detsim::cmd {
namespace {

constexpr int kWorkerFd = 3;
constexpr int kHelloTimeoutMs = 30'000;
constexpr uint64_t kPayloadMax = 1ull << 32;
constexpr size_t kLastWordsMax = 600;
constexpr size_t kReceivedMax = 64 << 10;

std::vector<char*> Pointers(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (const std::string& text : strings)
    pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// In the child, between fork and exec: async-signal-safe calls only.
[[noreturn]] void BecomeWorker(const char* directory, char* const* arguments,
                               char* const* environment, int socket, int log) {
  setpgid(0, 0);  // Ctrl-C is for the tool, which ends its workers.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // No process of a test gets away from it.
  personality(ADDR_NO_RANDOMIZE);
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);  // A debugger is no parent.
  signal(SIGPIPE, SIG_DFL);
  if (chdir(directory) != 0) _exit(127);
  int null = open("/dev/null", O_RDONLY);
  dup2(null, 0);
  dup2(log, 1);
  dup2(log, 2);
  // `socket` may be 3 itself, and then keeps its close-on-exec flag.
  int copy = fcntl(socket, F_DUPFD, kWorkerFd + 1);
  dup2(copy, kWorkerFd);
  close_range(kWorkerFd + 1, ~0u, 0);
  execve(arguments[0], arguments, environment);
  _exit(127);
}

}  // namespace

absl::StatusOr<std::vector<std::string>> CanonicalEnvironment(
    const std::string& work_directory) {
  std::vector<std::string> environment;
  auto keep = [&environment](const char* name, const char* fallback) {
    const char* value = std::getenv(name);
    if (value == nullptr) value = fallback;
    if (value != nullptr) environment.push_back(absl::StrCat(name, "=", value));
  };
  keep("PATH", "/usr/bin:/bin");
  keep("HOME", "/");
  environment.emplace_back("LANG=C.UTF-8");
  environment.emplace_back("TZ=UTC");
  // What a run has resolved lazily would be put back, and resolved again.
  environment.emplace_back("LD_BIND_NOW=1");
  // One folder for both: the worker empties it before every run.
  std::string folder = work_directory + "/tmp";
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  absl::Status made = MakeDirectories(folder);
  if (!made.ok()) return made;
  environment.push_back("TMPDIR=" + folder);
  environment.push_back("TEST_TMPDIR=" + folder);
  keep("LD_LIBRARY_PATH", nullptr);
  // The first report ends a run. Places are found here, and leaks are not
  // looked for: a run is left from anywhere.
  constexpr const char* kSanitizers[][2] = {
      {"ASAN_OPTIONS",
       "halt_on_error=1:symbolize=0:detect_leaks=0:"
       "detect_stack_use_after_return=0"},
      {"UBSAN_OPTIONS", "halt_on_error=1:symbolize=0:print_stacktrace=0"}};
  for (const auto& [name, ours] : kSanitizers) {
    const char* theirs = std::getenv(name);
    environment.push_back(absl::StrCat(name, "=", ours,
                                       theirs == nullptr ? "" : ":",
                                       theirs == nullptr ? "" : theirs));
  }
  return environment;
}

absl::StatusOr<std::unique_ptr<WorkerProcess>> WorkerProcess::Start(
    const std::string& binary, const std::string& work_directory,
    const NativePlace& place) {
  std::unique_ptr<WorkerProcess> worker(
      new WorkerProcess(binary, absl::StrCat(work_directory, "/worker.log")));
  absl::Status status = worker->Spawn(work_directory, place);
  if (status.ok()) status = worker->Greet();
  if (!status.ok()) return status;
  return worker;
}

absl::Status WorkerProcess::Spawn(const std::string& work_directory,
                                  const NativePlace& place) {
  auto environment = CanonicalEnvironment(work_directory);
  if (!environment.ok()) return environment.status();
  environment->push_back(
      absl::StrCat(runtime::kWorkerFdVariable, "=", kWorkerFd));
  variable_ = absl::StrCat("TEST_TMPDIR=", work_directory, "/tmp");
  std::string files = work_directory + "/files";
  environment->push_back(
      absl::StrCat(runtime::kPrivateFilesVariable, "=", files));
  absl::StatusOr<std::string> directory = MakePrivateFolder(place, files);
  if (!directory.ok()) return directory.status();
  std::vector<std::string> arguments = {binary_};
  std::vector<char*> argument_pointers = Pointers(arguments);
  std::vector<char*> environment_pointers = Pointers(*environment);

  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    return absl::InternalError(
        absl::StrCat("cannot make a socket: ", std::strerror(errno)));
  int log =
      open(log_path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  pid_ = fork();
  if (pid_ == 0)
    BecomeWorker(directory->c_str(), argument_pointers.data(),
                 environment_pointers.data(), sockets[1], log);
  if (log >= 0) close(log);
  close(sockets[1]);
  fd_ = sockets[0];
  if (pid_ < 0)
    return absl::InternalError(
        absl::StrCat("cannot start a process: ", std::strerror(errno)));
  setpgid(pid_, pid_);  // Also here: whoever is first.
  KillGroupOnExit(pid_);
  return absl::OkStatus();
}

absl::Status WorkerProcess::Greet() {
  absl::StatusOr<Message> message = ReceiveMessage(kHelloTimeoutMs);
  if (!message.ok()) return message.status();
  if (message->type == runtime::MessageType::kError)
    return Gone(message->payload);
  if (message->type != runtime::MessageType::kHello ||
      message->payload.size() < sizeof hello_)
    return Gone("it does not speak detsim's protocol");
  std::memcpy(&hello_, message->payload.data(), sizeof hello_);
  if (hello_.version != runtime::kProtocolVersion)
    return Gone("it was built with another version of detsim");
  if (hello_.randomized != 0)
    return Gone(
        "the system does not let address randomisation be turned off "
        "(personality(2) is forbidden, perhaps by a container's profile)");
  return absl::OkStatus();
}

WorkerProcess::~WorkerProcess() {
  if (fd_ >= 0) close(fd_);
  if (pid_ <= 0) return;
  KillProcessTree(pid_, variable_);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  ForgetGroup(pid_);
}

absl::Status WorkerProcess::Gone(std::string_view why) {
  std::string message =
      absl::StrCat("the worker of ", binary_,
                   " broke: ", absl::string_view(why.data(), why.size()));
  if (pid_ > 0) {
    // A short wait tells a crash of its own from our kill below.
    int status = 0;
    for (int i = 0; i < 50; ++i) {
      pid_t ended = waitpid(pid_, &status, WNOHANG);
      if (ended == pid_) {
        if (WIFSIGNALED(status))
          absl::StrAppend(&message, "; it ended with signal ", WTERMSIG(status),
                          " (", strsignal(WTERMSIG(status)), ")");
        else
          absl::StrAppend(&message, "; it ended with exit code ",
                          WEXITSTATUS(status));
        KillProcessTree(0, variable_);
        ForgetGroup(pid_);
        pid_ = -1;
        break;
      }
      usleep(10'000);
    }
  }
  absl::StatusOr<std::string> log = ReadFile(log_path_);
  if (log.ok() && !log->empty()) {
    size_t begin =
        log->size() > kLastWordsMax ? log->size() - kLastWordsMax : 0;
    absl::StrAppend(&message, "; its last words:\n", log->substr(begin));
  }
  return absl::AbortedError(message);
}

absl::Status WorkerProcess::Send(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t n = send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return Gone("it does not take requests");
    bytes.remove_prefix(n);
  }
  return absl::OkStatus();
}

absl::StatusOr<size_t> WorkerProcess::ReceiveSome(char* bytes, size_t size,
                                                  int* timeout_ms) {
  while (true) {
    if (Interrupted()) return InterruptedError();
    ssize_t n = recv(fd_, bytes, size, MSG_DONTWAIT);
    if (n > 0) return n;
    if (n == 0) return Gone("it closed the connection");
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return Gone(std::strerror(errno));
    if (*timeout_ms <= 0) return Gone("it does not answer");
    pollfd poll_fd = {fd_, POLLIN, 0};
    constexpr int kSliceMs = 100;  // Between looks at Ctrl-C.
    if (poll(&poll_fd, 1, kSliceMs) == 0) *timeout_ms -= kSliceMs;
  }
}

absl::Status WorkerProcess::Receive(char* bytes, size_t size, int timeout_ms) {
  while (true) {
    size_t ready = std::min(size, received_.size() - taken_);
    std::copy_n(received_.data() + taken_, ready, bytes);
    taken_ += ready;
    bytes += ready;
    size -= ready;
    if (size == 0) return absl::OkStatus();
    received_.resize(kReceivedMax);
    taken_ = 0;
    absl::StatusOr<size_t> n =
        ReceiveSome(received_.data(), received_.size(), &timeout_ms);
    received_.resize(n.value_or(0));
    if (!n.ok()) return n.status();
  }
}

absl::StatusOr<WorkerProcess::Message> WorkerProcess::ReceiveMessage(
    int timeout_ms) {
  runtime::MessageHeader header;
  absl::Status status =
      Receive(reinterpret_cast<char*>(&header), sizeof header, timeout_ms);
  if (!status.ok()) return status;
  if (header.size > kPayloadMax) return Gone("its answer makes no sense");
  Message message;
  message.type = static_cast<runtime::MessageType>(header.type);
  message.payload.resize(header.size);
  status = Receive(message.payload.data(), header.size, timeout_ms);
  if (!status.ok()) return status;
  return message;
}

absl::StatusOr<std::vector<runtime::RunResult>> WorkerProcess::Run(
    const runtime::RunRequest& request) {
  std::string payload = runtime::EncodeRunRequest(request);
  runtime::MessageHeader header;
  header.type = static_cast<uint32_t>(runtime::MessageType::kRun);
  header.size = payload.size();
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  bytes += payload;
  absl::Status status = Send(bytes);
  if (!status.ok()) return status;

  // The worker watches its runs itself and always answers; on a busy machine a
  // batch of long runs may take any time.
  constexpr int kNoLimit = std::numeric_limits<int>::max();
  std::vector<runtime::RunResult> results;
  results.reserve(request.count);
  while (true) {
    absl::StatusOr<Message> message = ReceiveMessage(kNoLimit);
    if (!message.ok()) return message.status();
    switch (message->type) {
      case runtime::MessageType::kResult:
        if (!runtime::DecodeRunResult(message->payload,
                                      &results.emplace_back()))
          return Gone("its result makes no sense");
        break;
      case runtime::MessageType::kDone:
        if (results.empty()) return Gone("it returned no result");
        return results;
      case runtime::MessageType::kError:
        return Gone(message->payload);
      default:
        return Gone("it does not speak detsim's protocol");
    }
  }
}

}  // namespace detsim::cmd
