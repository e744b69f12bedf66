// The second table: what matters to determinism and has no shim yet.
#include "rewriter/symbols.h"

namespace detsim::rewriter {
namespace {

constexpr SymbolKind kType = SymbolKind::kType;
constexpr SymbolKind kCFunction = SymbolKind::kCFunction;

constexpr UncontrolledSymbol kUncontrolledSymbols[] = {
    // Not in every standard library of this time.
    {"std::atomic_signed_lock_free", kType, "uncontrolled-atomic"},
    {"std::atomic_unsigned_lock_free", kType, "uncontrolled-atomic"},
    // Other clocks.
    {"std::chrono::utc_clock", kType, "uncontrolled-clock"},
    {"std::chrono::tai_clock", kType, "uncontrolled-clock"},
    {"std::chrono::gps_clock", kType, "uncontrolled-clock"},
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
    {"pthread_mutexattr_setrobust", kCFunction, "uncontrolled-pthread"},
    {"pthread_mutexattr_setpshared", kCFunction, "uncontrolled-pthread"},
    {"pthread_mutexattr_setprotocol", kCFunction, "uncontrolled-pthread"},
    {"pthread_mutex_consistent", kCFunction, "uncontrolled-pthread"},
    {"sem_open", kCFunction, "uncontrolled-semaphore"},
    {"sem_close", kCFunction, "uncontrolled-semaphore"},
    {"sem_unlink", kCFunction, "uncontrolled-semaphore"},
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
