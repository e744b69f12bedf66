#include "runtime/worker/watchdog.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/base/text.h"

namespace detsim::runtime {
namespace {

// How long a child may take to react to the hang signal.
constexpr int kHangGraceMs = 2000;

// Processor time used by a process, in ms (clock_getcpuclockid(3); by system
// call, since the C function reads virtual time here).
uint64_t ProcessorMs(pid_t pid) {
  constexpr clockid_t kSchedulerClock = 2;
  auto clock = static_cast<clockid_t>(~static_cast<unsigned>(pid) << 3 |
                                      kSchedulerClock);
  timespec t = {};
  if (syscall(SYS_clock_gettime, clock, &t) != 0) return 0;
  return static_cast<uint64_t>(t.tv_sec) * 1000 +
         static_cast<uint64_t>(t.tv_nsec) / 1'000'000;
}

// Neither running nor waiting for a processor.
bool Sleeps(pid_t pid) {
  FixedText<64> path;
  path << "/proc/" << pid << "/stat";
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  char text[512];
  ssize_t size = read(fd, text, sizeof text - 1);
  close(fd);
  if (size <= 0) return false;
  text[size] = '\0';
  const char* name_end = strrchr(text, ')');
  return name_end != nullptr && name_end[1] == ' ' && name_end[2] != 'R';
}

// What was seen when the child last gave a sign of life.
struct Seen {
  uint64_t decisions;
  uint64_t progress;
  uint64_t decision_ms;  // Processor time at the last decision.
  uint64_t progress_ms;  // Processor time at the last write.
  uint64_t slept_ms;     // Real time asleep since the last decision.
};

bool Hangs(pid_t pid, const VitalSigns& signs, uint64_t limit_ms,
           uint64_t slice_ms, Seen* seen) {
  uint64_t processor_ms = ProcessorMs(pid);
  if (signs.decisions != seen->decisions) {
    *seen = {signs.decisions, signs.progress, processor_ms, processor_ms, 0};
    return false;
  }
  if (signs.progress != seen->progress) {
    seen->progress = signs.progress;
    seen->progress_ms = processor_ms;
  }
  if (Sleeps(pid)) seen->slept_ms += slice_ms;
  return processor_ms - seen->progress_ms >= limit_ms ||
         processor_ms - seen->decision_ms >= kBusyFactor * limit_ms ||
         seen->slept_ms >= limit_ms;
}

}  // namespace

bool WatchChild(pid_t pid, const VitalSigns& signs, uint64_t limit_ms,
                int hang_signal) {
  int pidfd = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (pidfd < 0) return true;  // Too old a kernel: no hang detection.
  limit_ms = std::max<uint64_t>(limit_ms, 1);
  uint64_t slice_ms = std::clamp<uint64_t>(limit_ms / 4, 1, 1000);
  Seen seen = {signs.decisions, signs.progress, 0, 0, 0};
  pollfd poll_fd = {.fd = pidfd, .events = POLLIN, .revents = 0};
  bool hangs = false;
  while (!hangs && poll(&poll_fd, 1, static_cast<int>(slice_ms)) <= 0) {
    hangs = Hangs(pid, signs, limit_ms, slice_ms, &seen);
  }
  if (hangs) {
    kill(pid, hang_signal);
    if (poll(&poll_fd, 1, kHangGraceMs) <= 0) kill(pid, SIGKILL);
  }
  close(pidfd);
  return !hangs;
}

}  // namespace detsim::runtime
