// The second table: what matters to determinism and has no shim yet.
#include "rewriter/symbols.h"

namespace detsim::rewriter {
namespace {

constexpr SymbolKind kCFunction = SymbolKind::kCFunction;

constexpr UncontrolledSymbol kUncontrolledSymbols[] = {
    // Other clocks.
    {"ftime", kCFunction, "uncontrolled-clock"},
    {"getrusage", kCFunction, "uncontrolled-clock"},
    {"timespec_getres", kCFunction, "uncontrolled-clock"},
    // Other random numbers: a state that the program brings for the shared
    // generator.
    {"initstate", kCFunction, "uncontrolled-random"},
    {"setstate", kCFunction, "uncontrolled-random"},
    // Other POSIX threads.
    {"pthread_kill", kCFunction, "uncontrolled-signal"},
    {"pthread_sigqueue", kCFunction, "uncontrolled-signal"},
    {"pthread_getattr_np", kCFunction, "uncontrolled-pthread"},
    {"pthread_getcpuclockid", kCFunction, "uncontrolled-clock"},
    // Processes, timers, waiting on descriptors.
    {"fork", kCFunction, "uncontrolled-process"},
    {"vfork", kCFunction, "uncontrolled-process"},
    {"clone", kCFunction, "uncontrolled-process"},
    {"alarm", kCFunction, "uncontrolled-timer"},
    {"ualarm", kCFunction, "uncontrolled-timer"},
    {"setitimer", kCFunction, "uncontrolled-timer"},
    {"timer_create", kCFunction, "uncontrolled-timer"},
    {"timer_settime", kCFunction, "uncontrolled-timer"},
    {"timerfd_create", kCFunction, "uncontrolled-timer"},
    {"timerfd_settime", kCFunction, "uncontrolled-timer"},
};

}  // namespace

std::span<const UncontrolledSymbol> UncontrolledSymbols() {
  return kUncontrolledSymbols;
}

}  // namespace detsim::rewriter
