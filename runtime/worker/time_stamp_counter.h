// The processor's time stamp counter (rdtsc, rdtscp) on virtual time: libraries
// read it instead of a clock, and no symbol tells (--own_libs). Reading it is
// made to fault (prctl(2), PR_SET_TSC), and the handler of the fault answers:
// one count is a nanosecond. A read costs about 2 us.
//
// Processes inherit that across exec, without the handler: those that the
// program starts must be spared (AllowTimeStampCounter).
#ifndef DETSIM_RUNTIME_WORKER_TIME_STAMP_COUNTER_H_
#define DETSIM_RUNTIME_WORKER_TIME_STAMP_COUNTER_H_

#include <signal.h>

namespace detsim::runtime {

using FaultHandler = void (*)(int signal, siginfo_t* info, void* context);

// Takes SIGSEGV over; `on_fault` is called for every other reason, unless the
// program has a handler of its own. On the alternate stack.
void TrapTimeStampCounter(FaultHandler on_fault);
// Whether TrapTimeStampCounter was called.
bool TimeStampCounterIsTrapped();

// Until the next TrapTimeStampCounter: for a process that was just forked.
void AllowTimeStampCounter();
// Around what starts another process.
class TimeStampCounterAllowed {
 public:
  TimeStampCounterAllowed();
  ~TimeStampCounterAllowed();
};

// sigaction(2) for SIGSEGV, as the program sees it.
void ExchangeFaultHandler(const struct sigaction* action,
                          struct sigaction* old);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_TIME_STAMP_COUNTER_H_
