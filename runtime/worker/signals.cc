#include "runtime/worker/signals.h"

#include <errno.h>
#include <sys/syscall.h>

#include <cstdint>

#include "runtime/sched/raw_syscall.h"
#include "runtime/worker/call_watch.h"
#include "runtime/worker/child.h"
#include "runtime/worker/time_stamp_counter.h"

// The C library's other names for the functions interposed here.
extern "C" int __sigaction(int signal, const struct sigaction* action,
                           struct sigaction* old) noexcept;
extern "C" sighandler_t bsd_signal(int signal, sighandler_t handler) noexcept;

namespace detsim::runtime {
namespace {

constexpr int kSignals = 65;  // 1 to 64 (signal(7)).

bool watching = false;
bool changed[kSignals];
bool any_changed = false;
struct sigaction before[kSignals];

// pthread_sigmask(3).
int SetMask(int how, const sigset_t* set, sigset_t* old) {
  constexpr long kMaskBytes = 8;  // The kernel's sigset_t.
  sigset_t changed_set;
  if (set != nullptr) {
    changed_set = *set;
    if (how != SIG_UNBLOCK) sigdelset(&changed_set, HangSignal());
    set = &changed_set;
  }
  return RawSyscall(SYS_rt_sigprocmask, how, reinterpret_cast<long>(set),
                    reinterpret_cast<long>(old), kMaskBytes) == 0
             ? 0
             : errno;
}

void RememberSignal(int signal) {
  if (!watching || signal <= 0 || signal >= kSignals || changed[signal]) return;
  if (__sigaction(signal, nullptr, &before[signal]) != 0) return;
  changed[signal] = any_changed = true;
}

}  // namespace

void InstallHandler(int signal, const struct sigaction& action) {
  __sigaction(signal, &action, nullptr);
}

void InstallDefaultHandler(int signal) {
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  InstallHandler(signal, action);
}

void WatchSignalHandlers() { watching = true; }

void RestoreSignalHandlers() {
  if (!any_changed) return;
  for (int i = 1; i < kSignals; ++i) {
    if (changed[i]) __sigaction(i, &before[i], nullptr);
  }
}

extern "C" {

__attribute__((visibility("default"))) int sigaction(
    int signal, const struct sigaction* action,
    struct sigaction* old) noexcept {
  if (signal == HangSignal()) action = nullptr;
  if (signal == SIGSEGV && TimeStampCounterIsTrapped()) {
    ExchangeFaultHandler(action, old);
    return 0;
  }
  if (signal == SIGSYS) GiveUpCallWatch();
  if (action != nullptr) RememberSignal(signal);
  return __sigaction(signal, action, old);
}

__attribute__((visibility("default"))) sighandler_t
signal(int signal, sighandler_t handler) noexcept {
  if (signal == HangSignal()) return SIG_DFL;
  if (signal == SIGSEGV && TimeStampCounterIsTrapped()) {
    struct sigaction action = {}, old;
    action.sa_handler = handler;
    ExchangeFaultHandler(&action, &old);
    return old.sa_handler;
  }
  if (signal == SIGSYS) GiveUpCallWatch();
  RememberSignal(signal);
  return bsd_signal(signal, handler);
}

__attribute__((visibility("default"))) int pthread_sigmask(
    int how, const sigset_t* set, sigset_t* old) noexcept {
  return SetMask(how, set, old);
}

__attribute__((visibility("default"))) int sigprocmask(int how,
                                                       const sigset_t* set,
                                                       sigset_t* old) noexcept {
  int error = SetMask(how, set, old);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

}  // extern "C"

}  // namespace detsim::runtime
