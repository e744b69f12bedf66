#include "runtime/worker/process_state.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace detsim::runtime {
namespace {

int working_directory = -1;

// Numbers of descriptors that are not in use, the runtime's own left out.
struct Gap {
  unsigned first;
  unsigned last;
};
Gap gaps[kOwnDescriptors];
int gap_count = 0;

int output = -1;  // What standard output and error go to.
mode_t file_mask = 0;
sigset_t signal_mask;

int KeepCopy(int fd) { return fcntl(fd, F_DUPFD_CLOEXEC, kOwnDescriptors); }

void FindGaps() {
  static pollfd asked[kOwnDescriptors];
  for (int fd = 0; fd < kOwnDescriptors; ++fd) asked[fd] = {fd, 0, 0};
  poll(asked, kOwnDescriptors, 0);
  gap_count = 0;
  for (unsigned fd = 0; fd < kOwnDescriptors; ++fd) {
    if ((asked[fd].revents & POLLNVAL) == 0) continue;
    if (gap_count == 0 || gaps[gap_count - 1].last + 1 != fd) {
      gaps[gap_count++] = {fd, fd};
    }
    gaps[gap_count - 1].last = fd;
  }
}

// False when a number is free that was not: the run closed what was not its
// own.
bool CloseDescriptors() {
  // The lowest that is not in use.
  int next = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
  if (gap_count == 0 || next < static_cast<int>(gaps[0].first)) return false;
  for (int i = 0; i < gap_count; ++i) {
    if (syscall(SYS_close_range, gaps[i].first, gaps[i].last, 0) != 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

void RememberProcess() {
  int fd = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  working_directory = KeepCopy(fd);
  close(fd);
  output = KeepCopy(STDOUT_FILENO);
  FindGaps();
  file_mask = umask(0);
  umask(file_mask);
  sigprocmask(SIG_SETMASK, nullptr, &signal_mask);
}

bool RestoreProcess() {
  sigprocmask(SIG_SETMASK, &signal_mask, nullptr);
  umask(file_mask);
  if (fchdir(working_directory) != 0 || dup2(output, STDOUT_FILENO) < 0 ||
      dup2(output, STDERR_FILENO) < 0) {
    return false;
  }
  return CloseDescriptors();
}

bool HasKernelThreads() {
  constexpr nlink_t kLinksOfOne = 3;  // ".", "..", and the thread's own.
  struct stat task;
  return stat("/proc/self/task", &task) == 0 && task.st_nlink > kLinksOfOne;
}

}  // namespace detsim::runtime
