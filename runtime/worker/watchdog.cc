#include "runtime/worker/watchdog.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/base/text.h"

namespace detsim::runtime {
namespace {

// How long a child may take to react to the signal.
constexpr int kStopGraceMs = 2000;
// Memory can be eaten fast.
constexpr uint64_t kSliceMaxMs = 100;

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

// The state's letter in proc(5): R runs or waits for a processor, T is stopped.
char StateOf(pid_t pid) {
  FixedText<64> path;
  path << "/proc/" << pid << "/stat";
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 'R';
  char text[512];
  ssize_t size = read(fd, text, sizeof text - 1);
  close(fd);
  if (size <= 0) return 'R';
  text[size] = '\0';
  const char* name_end = strrchr(text, ')');
  return name_end != nullptr && name_end[1] == ' ' ? name_end[2] : 'R';
}

// Resident, in MiB.
uint64_t MemoryOf(pid_t pid) {
  constexpr uint64_t kPagesPerMb = (1 << 20) / 4096;
  FixedText<64> path;
  path << "/proc/" << pid << "/statm";
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  char text[128];
  ssize_t size = read(fd, text, sizeof text - 1);
  close(fd);
  if (size <= 0) return 0;
  text[size] = '\0';
  const char* resident = strchr(text, ' ');
  return resident == nullptr ? 0
                             : strtoull(resident, nullptr, 10) / kPagesPerMb;
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
  char state = StateOf(pid);
  if (state == 'T') return true;
  if (state != 'R') seen->slept_ms += slice_ms;
  return processor_ms - seen->progress_ms >= limit_ms ||
         processor_ms - seen->decision_ms >= kBusyFactor * limit_ms ||
         seen->slept_ms >= limit_ms;
}

// The child has been told to stop. True when it has ended or has gone on to
// its next run.
bool Reacts(pollfd* child, const VitalSigns& signs, uint64_t decisions) {
  constexpr int kSliceMs = 5;
  for (int ms = 0; ms < kStopGraceMs; ms += kSliceMs) {
    if (poll(child, 1, kSliceMs) > 0) return true;
    if (signs.decisions != decisions) return true;
  }
  return false;
}

}  // namespace

bool WatchChild(pid_t pid, VitalSigns* signs, const WatchLimits& limits) {
  signs->stop = StopReason::kNone;
  int pidfd = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (pidfd < 0) return false;  // Too old a kernel: nobody watches.
  uint64_t limit_ms = std::max<uint64_t>(limits.hang_ms, 1);
  uint64_t slice_ms = std::clamp<uint64_t>(limit_ms / 4, 1, kSliceMaxMs);
  Seen seen = {signs->decisions, signs->progress, 0, 0, 0};
  pollfd child = {.fd = pidfd, .events = POLLIN, .revents = 0};
  bool killed = false;
  while (!killed && poll(&child, 1, static_cast<int>(slice_ms)) <= 0) {
    if (MemoryOf(pid) > limits.memory_mb) {
      signs->stop = StopReason::kMemory;
    } else if (Hangs(pid, *signs, limit_ms, slice_ms, &seen)) {
      signs->stop = StopReason::kHangs;
    } else {
      continue;
    }
    uint64_t decisions = signs->decisions;
    kill(pid, limits.signal);
    kill(pid, SIGCONT);
    if (!Reacts(&child, *signs, decisions)) {
      kill(pid, SIGKILL);
      killed = true;
    }
  }
  if (killed) poll(&child, 1, -1);
  close(pidfd);
  return killed;
}

}  // namespace detsim::runtime
