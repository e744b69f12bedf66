#include "cmd/lib/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>

#include "cmd/lib/exit_code.h"

namespace detsim::cmd {
namespace {

std::atomic<bool> interrupted{false};

void OnInterrupt(int) {
  if (interrupted.exchange(true)) _exit(kExitInterrupted);
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

}  // namespace detsim::cmd
