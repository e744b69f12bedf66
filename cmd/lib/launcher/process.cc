#include "cmd/lib/launcher/process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace detsim::launcher {
namespace {

std::vector<char*> Pointers(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (const std::string& word : words)
    pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// The child's id, or -1 after a line on stderr. Its standard error stream is
// `error_stream` unless that is negative.
pid_t Start(const std::vector<std::string>& words, int error_stream) {
  const pid_t child = fork();
  if (child < 0) {
    std::fprintf(stderr, "detsim-cc: cannot start %s: %s\n",
                 words.front().c_str(), std::strerror(errno));
  }
  if (child != 0) return child;
  if (error_stream >= 0) dup2(error_stream, STDERR_FILENO);
  _exit(ReplaceProcess(words));
}

int Wait(pid_t child) {
  if (child < 0) return 127;
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

std::string SettleDirectory() {
  std::string directory = std::filesystem::current_path().string();
  setenv("PWD", directory.c_str(), /*overwrite=*/1);
  return directory;
}

int ReplaceProcess(const std::vector<std::string>& words) {
  std::vector<char*> pointers = Pointers(words);
  execvp(pointers.front(), pointers.data());
  std::fprintf(stderr, "detsim-cc: cannot run %s: %s\n", pointers.front(),
               std::strerror(errno));
  return 127;
}

int RunProcess(const std::vector<std::string>& words) {
  return Wait(Start(words, -1));
}

ProcessOutcome RunProcessQuietly(const std::vector<std::string>& words) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {.exit_code = RunProcess(words)};
  const pid_t child = Start(words, ends[1]);
  close(ends[1]);
  ProcessOutcome outcome;
  char buffer[4096];
  for (ssize_t count; (count = read(ends[0], buffer, sizeof buffer)) != 0;) {
    if (count > 0)
      outcome.errors.append(buffer, static_cast<size_t>(count));
    else if (errno != EINTR)
      break;
  }
  close(ends[0]);
  outcome.exit_code = Wait(child);
  return outcome;
}

}  // namespace detsim::launcher
