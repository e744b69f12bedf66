#include "runtime/worker/process_state.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace detsim::runtime {
namespace {

int working_directory = -1;
int first_free = -1;  // The number that the next open() will be given.
int output = -1;      // What standard output and error go to.
mode_t file_mask = 0;
sigset_t signal_mask;

int KeepCopy(int fd) { return fcntl(fd, F_DUPFD_CLOEXEC, kOwnDescriptors); }

// The lowest number that is not in use.
int NextDescriptor() {
  int fd = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
  if (fd >= 0) close(fd);
  return fd;
}

}  // namespace

void RememberProcess() {
  int fd = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  working_directory = KeepCopy(fd);
  close(fd);
  output = KeepCopy(STDOUT_FILENO);
  first_free = NextDescriptor();
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
  // Numbers are given out lowest first: if the next one is the same, nothing
  // was left open below the runtime's.
  int next = NextDescriptor();
  if (next == first_free) return true;
  if (next < first_free) return false;  // The run closed what was not its own.
  return syscall(SYS_close_range, first_free, kOwnDescriptors - 1, 0) == 0;
}

bool HasKernelThreads() {
  constexpr nlink_t kLinksOfOne = 3;  // ".", "..", and the thread's own.
  struct stat task;
  return stat("/proc/self/task", &task) == 0 && task.st_nlink > kLinksOfOne;
}

}  // namespace detsim::runtime
