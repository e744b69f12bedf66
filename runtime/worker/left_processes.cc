#include "runtime/worker/left_processes.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/base/text.h"

namespace detsim::runtime {
namespace {

constexpr int kChildrenMax = 256;
// Whoever starts processes faster than they are killed is left to the tool.
constexpr int kRoundsMax = 1000;

struct Children {
  pid_t pids[kChildrenMax] = {};
  int count = 0;
};
constinit Children known;

// proc(5), task/TID/children: numbers, each with a space after it. More than
// fit are seen once these are gone.
Children ReadChildren() {
  Children children;
  FixedText<64> path;
  path << "/proc/self/task/" << getpid() << "/children";
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return children;
  char text[2048];
  ssize_t size = read(fd, text, sizeof text);
  close(fd);
  pid_t pid = 0;
  for (ssize_t i = 0; i < size && children.count < kChildrenMax; ++i) {
    if (text[i] >= '0' && text[i] <= '9') {
      pid = pid * 10 + (text[i] - '0');
      continue;
    }
    children.pids[children.count++] = pid;
    pid = 0;
  }
  return children;
}

bool IsKnown(pid_t pid) {
  return std::find(known.pids, known.pids + known.count, pid) !=
         known.pids + known.count;
}

}  // namespace

void RememberChildProcesses() { known = ReadChildren(); }

void EndLeftProcesses() {
  for (int round = 0; round < kRoundsMax; ++round) {
    Children children = ReadChildren();
    bool any = false;
    for (int i = 0; i < children.count; ++i) {
      pid_t pid = children.pids[i];
      if (IsKnown(pid)) continue;
      any = true;
      kill(pid, SIGKILL);
      // Its own children are ours now: the next round.
      while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
      }
    }
    if (!any) return;
  }
}

}  // namespace detsim::runtime
