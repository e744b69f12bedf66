#include "cmd/lib/launcher/process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace detsim::launcher {
namespace {

std::vector<char*> Pointers(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words)
    pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

int ReplaceProcess(const std::vector<std::string>& words) {
  std::vector<char*> pointers = Pointers(words);
  execvp(pointers.front(), pointers.data());
  std::fprintf(stderr, "detsim-cc: cannot run %s: %s\n", pointers.front(),
               std::strerror(errno));
  return 127;
}

int RunProcess(const std::vector<std::string>& words) {
  const pid_t child = fork();
  if (child < 0) {
    std::fprintf(stderr, "detsim-cc: cannot start %s: %s\n",
                 words.front().c_str(), std::strerror(errno));
    return 127;
  }
  if (child == 0) _exit(ReplaceProcess(words));
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace detsim::launcher
