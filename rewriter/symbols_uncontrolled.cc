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
    {"std::chrono::file_clock", kType, "uncontrolled-clock"},
    {"std::chrono::utc_clock", kType, "uncontrolled-clock"},
    {"std::chrono::tai_clock", kType, "uncontrolled-clock"},
    {"std::chrono::gps_clock", kType, "uncontrolled-clock"},
    {"ftime", kCFunction, "uncontrolled-clock"},
    {"times", kCFunction, "uncontrolled-clock"},
    // Other random numbers.
    {"random", kCFunction, "uncontrolled-random"},
    {"srandom", kCFunction, "uncontrolled-random"},
    {"drand48", kCFunction, "uncontrolled-random"},
    {"lrand48", kCFunction, "uncontrolled-random"},
    {"mrand48", kCFunction, "uncontrolled-random"},
    {"getrandom", kCFunction, "uncontrolled-random"},
    {"getentropy", kCFunction, "uncontrolled-random"},
    {"arc4random", kCFunction, "uncontrolled-random"},
    {"arc4random_uniform", kCFunction, "uncontrolled-random"},
    {"arc4random_buf", kCFunction, "uncontrolled-random"},
    // Other POSIX threads.
    {"pthread_spin_init", kCFunction, "uncontrolled-spinlock"},
    {"pthread_spin_destroy", kCFunction, "uncontrolled-spinlock"},
    {"pthread_spin_lock", kCFunction, "uncontrolled-spinlock"},
    {"pthread_spin_trylock", kCFunction, "uncontrolled-spinlock"},
    {"pthread_spin_unlock", kCFunction, "uncontrolled-spinlock"},
    {"pthread_barrier_init", kCFunction, "uncontrolled-barrier"},
    {"pthread_barrier_destroy", kCFunction, "uncontrolled-barrier"},
    {"pthread_barrier_wait", kCFunction, "uncontrolled-barrier"},
    {"pthread_cancel", kCFunction, "uncontrolled-cancellation"},
    {"pthread_kill", kCFunction, "uncontrolled-cancellation"},
    {"pthread_setcancelstate", kCFunction, "uncontrolled-cancellation"},
    {"pthread_setcanceltype", kCFunction, "uncontrolled-cancellation"},
    {"pthread_testcancel", kCFunction, "uncontrolled-cancellation"},
    {"pthread_tryjoin_np", kCFunction, "uncontrolled-pthread"},
    {"pthread_timedjoin_np", kCFunction, "uncontrolled-pthread"},
    {"pthread_clockjoin_np", kCFunction, "uncontrolled-pthread"},
    {"pthread_mutexattr_setrobust", kCFunction, "uncontrolled-pthread"},
    {"pthread_mutexattr_setpshared", kCFunction, "uncontrolled-pthread"},
    {"pthread_mutexattr_setprotocol", kCFunction, "uncontrolled-pthread"},
    {"pthread_mutex_consistent", kCFunction, "uncontrolled-pthread"},
    {"sem_init", kCFunction, "uncontrolled-semaphore"},
    {"sem_destroy", kCFunction, "uncontrolled-semaphore"},
    {"sem_open", kCFunction, "uncontrolled-semaphore"},
    {"sem_close", kCFunction, "uncontrolled-semaphore"},
    {"sem_wait", kCFunction, "uncontrolled-semaphore"},
    {"sem_trywait", kCFunction, "uncontrolled-semaphore"},
    {"sem_timedwait", kCFunction, "uncontrolled-semaphore"},
    {"sem_clockwait", kCFunction, "uncontrolled-semaphore"},
    {"sem_post", kCFunction, "uncontrolled-semaphore"},
    {"sem_getvalue", kCFunction, "uncontrolled-semaphore"},
    // Threads of C11.
    {"thrd_create", kCFunction, "uncontrolled-c11-threads"},
    {"thrd_join", kCFunction, "uncontrolled-c11-threads"},
    {"thrd_detach", kCFunction, "uncontrolled-c11-threads"},
    {"thrd_sleep", kCFunction, "uncontrolled-c11-threads"},
    {"thrd_yield", kCFunction, "uncontrolled-c11-threads"},
    {"thrd_current", kCFunction, "uncontrolled-c11-threads"},
    {"thrd_exit", kCFunction, "uncontrolled-c11-threads"},
    {"mtx_init", kCFunction, "uncontrolled-c11-threads"},
    {"mtx_destroy", kCFunction, "uncontrolled-c11-threads"},
    {"mtx_lock", kCFunction, "uncontrolled-c11-threads"},
    {"mtx_trylock", kCFunction, "uncontrolled-c11-threads"},
    {"mtx_timedlock", kCFunction, "uncontrolled-c11-threads"},
    {"mtx_unlock", kCFunction, "uncontrolled-c11-threads"},
    {"cnd_init", kCFunction, "uncontrolled-c11-threads"},
    {"cnd_destroy", kCFunction, "uncontrolled-c11-threads"},
    {"cnd_wait", kCFunction, "uncontrolled-c11-threads"},
    {"cnd_timedwait", kCFunction, "uncontrolled-c11-threads"},
    {"cnd_signal", kCFunction, "uncontrolled-c11-threads"},
    {"cnd_broadcast", kCFunction, "uncontrolled-c11-threads"},
    {"call_once", kCFunction, "uncontrolled-c11-threads"},
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
    {"syscall", kCFunction, "uncontrolled-syscall"},
};

}  // namespace

std::span<const UncontrolledSymbol> UncontrolledSymbols() {
  return kUncontrolledSymbols;
}

}  // namespace detsim::rewriter
