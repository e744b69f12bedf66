#include "runtime/worker/signals.h"

#include <cstdint>

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

void RememberSignal(int signal) {
  if (!watching || signal <= 0 || signal >= kSignals || changed[signal]) return;
  if (__sigaction(signal, nullptr, &before[signal]) != 0) return;
  changed[signal] = any_changed = true;
}

}  // namespace

void InstallHandler(int signal, const struct sigaction& action) {
  __sigaction(signal, &action, nullptr);
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
  if (action != nullptr) RememberSignal(signal);
  return __sigaction(signal, action, old);
}

__attribute__((visibility("default"))) sighandler_t
signal(int signal, sighandler_t handler) noexcept {
  RememberSignal(signal);
  return bsd_signal(signal, handler);
}

}  // extern "C"

}  // namespace detsim::runtime
