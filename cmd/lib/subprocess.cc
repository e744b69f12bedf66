#include "cmd/lib/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/interrupt.h"

namespace detsim::cmd {
namespace {

std::vector<char*> Pointers(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (const std::string& text : strings)
    pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> EnvironmentOf(const Command& command) {
  if (command.environment) return *command.environment;
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::string_view text = *entry;
    bool replaced = false;
    for (const std::string& extra : command.extra_environment) {
      if (text.starts_with(extra.substr(0, extra.find('=') + 1)))
        replaced = true;
    }
    if (!replaced) result.emplace_back(text);
  }
  result.insert(result.end(), command.extra_environment.begin(),
                command.extra_environment.end());
  return result;
}

// In the child, between fork and exec: async-signal-safe calls only.
[[noreturn]] void Become(const char* program, char* const* arguments,
                         char* const* environment, const Command& command,
                         int output) {
  if (!command.directory.empty() && chdir(command.directory.c_str()) != 0)
    _exit(127);
  int null = open("/dev/null", O_RDONLY);
  dup2(null, 0);
  dup2(output, 1);
  dup2(output, 2);
  if (command.no_randomization) personality(ADDR_NO_RANDOMIZE);
  signal(SIGPIPE, SIG_DFL);
  execve(program, arguments, environment);
  _exit(127);
}

class LineSplitter {
 public:
  explicit LineSplitter(const Command& command) : command_(command) {}
  void Add(std::string_view text) {
    if (!command_.on_line) return;
    pending_ += text;
    size_t begin = 0;
    for (size_t end; (end = pending_.find('\n', begin)) != std::string::npos;
         begin = end + 1)
      command_.on_line(std::string_view(pending_).substr(begin, end - begin));
    pending_.erase(0, begin);
  }

 private:
  const Command& command_;
  std::string pending_;
};

// Reads until the other end closes, the deadline passes (then `timed_out`) or
// Ctrl-C.
void Collect(int fd, const Command& command, CommandResult* result) {
  using Clock = std::chrono::steady_clock;
  const auto deadline =
      Clock::now() + std::chrono::seconds(command.timeout_seconds);
  LineSplitter lines(command);
  char buffer[1 << 14];
  while (!Interrupted()) {
    pollfd poll_fd = {fd, POLLIN, 0};
    if (poll(&poll_fd, 1, 100) > 0) {
      ssize_t n = read(fd, buffer, sizeof buffer);
      if (n == 0 || (n < 0 && errno != EINTR)) return;
      if (n > 0) {
        result->output.append(buffer, n);
        lines.Add(std::string_view(buffer, n));
      }
    }
    if (command.timeout_seconds > 0 && Clock::now() >= deadline) {
      result->timed_out = true;
      return;
    }
  }
}

}  // namespace

absl::StatusOr<CommandResult> RunCommand(const Command& command) {
  std::string program = FindProgram({command.arguments.at(0)});
  if (program.empty())
    return UsageError(absl::StrCat("cannot find the program ",
                                   command.arguments[0], " in PATH"));
  std::vector<std::string> environment = EnvironmentOf(command);
  std::vector<char*> argument_pointers = Pointers(command.arguments);
  std::vector<char*> environment_pointers = Pointers(environment);
  int pipe_fds[2];
  if (pipe2(pipe_fds, O_CLOEXEC) != 0)
    return UsageError(absl::StrCat("cannot start ", command.arguments[0], ": ",
                                   std::strerror(errno)));
  pid_t pid = fork();
  if (pid == 0)
    Become(program.c_str(), argument_pointers.data(),
           environment_pointers.data(), command, pipe_fds[1]);
  close(pipe_fds[1]);
  if (pid < 0) {
    close(pipe_fds[0]);
    return UsageError(absl::StrCat("cannot start ", command.arguments[0], ": ",
                                   std::strerror(errno)));
  }
  CommandResult result;
  Collect(pipe_fds[0], command, &result);
  close(pipe_fds[0]);
  if (result.timed_out) kill(pid, SIGKILL);
  if (Interrupted()) kill(pid, SIGTERM);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (Interrupted()) return InterruptedError();
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  return result;
}

std::string EndText(const CommandResult& result) {
  if (result.timed_out) return "no end in time";
  if (result.signal != 0)
    return absl::StrCat("signal ", result.signal, " (",
                        strsignal(result.signal), ")");
  return absl::StrCat("exit code ", result.exit_code);
}

std::string FindProgram(const std::vector<std::string>& names) {
  const char* path = std::getenv("PATH");
  for (const std::string& name : names) {
    if (name.find('/') != std::string::npos) {
      if (access(name.c_str(), X_OK) == 0) return name;
      continue;
    }
    std::istringstream folders(path != nullptr ? path : "/usr/bin:/bin");
    for (std::string folder; std::getline(folders, folder, ':');) {
      std::string candidate = folder + "/" + name;
      if (access(candidate.c_str(), X_OK) == 0) return candidate;
    }
  }
  return "";
}

}  // namespace detsim::cmd
