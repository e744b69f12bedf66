#include "cmd/lib/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>

#include "cmd/lib/exit_code.h"

namespace detsim::cmd {
namespace {

std::atomic<bool> interrupted{false};

constexpr size_t kGroupsMax = 1024;  // Two for each of 256 jobs, and spare.
std::atomic<pid_t> groups[kGroupsMax];

bool Replace(pid_t from, pid_t to) {
  for (std::atomic<pid_t>& group : groups) {
    pid_t expected = from;
    if (group.compare_exchange_strong(expected, to)) return true;
  }
  return false;
}

void OnInterrupt(int) {
  if (!interrupted.exchange(true)) return;
  for (const std::atomic<pid_t>& group : groups) {
    pid_t id = group.load();
    if (id > 0) kill(-id, SIGKILL);
  }
  _exit(kExitInterrupted);
}

}  // namespace

void InstallInterruptHandler() {
  // No SA_RESTART: waiting system calls shall return and look at the flag.
  struct sigaction action = {};
  action.sa_handler = OnInterrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // A closed terminal; under nohup it stays ignored.
  struct sigaction hangup = {};
  sigaction(SIGHUP, nullptr, &hangup);
  if (hangup.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
  // A worker that died while we write to it is an error there, not a signal.
  signal(SIGPIPE, SIG_IGN);
}

bool Interrupted() { return interrupted.load(std::memory_order_relaxed); }

std::function<bool()> StopAfter(
    std::optional<std::chrono::milliseconds> budget) {
  auto start = std::chrono::steady_clock::now();
  return [start, budget] {
    return Interrupted() ||
           (budget && std::chrono::steady_clock::now() - start >= *budget);
  };
}

void KillGroupOnExit(pid_t group) { Replace(0, group); }

void ForgetGroup(pid_t group) {
  if (group > 0) Replace(group, 0);
}

}  // namespace detsim::cmd
