#include "runtime/worker/time_stamp_counter.h"

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/ucontext.h>

#include <cstdint>

#include "runtime/sched/raw_syscall.h"
#include "runtime/sched/scheduler.h"
#include "runtime/worker/signals.h"

namespace detsim::runtime {
namespace {

FaultHandler other_faults = nullptr;
bool trapped = false;
struct sigaction program_action = {};  // What the program believes to be set.

void SetTrap(bool trap) {
  RawSyscall(SYS_prctl, PR_SET_TSC, trap ? PR_TSC_SIGSEGV : PR_TSC_ENABLE);
}

bool Matches(const uint8_t* code, std::initializer_list<uint8_t> bytes) {
  for (uint8_t byte : bytes) {
    if (*code++ != byte) return false;
  }
  return true;
}

// False if the instruction does not read the counter.
bool AnswerRead(const siginfo_t& info, ucontext_t* context) {
  // A general protection fault; the instruction itself could be read.
  if (info.si_code != SI_KERNEL) return false;
  greg_t* registers = context->uc_mcontext.gregs;
  auto* code = reinterpret_cast<const uint8_t*>(registers[REG_RIP]);
  int length;
  if (Matches(code, {0x0f, 0x31})) {  // rdtsc
    length = 2;
  } else if (Matches(code, {0x0f, 0x01, 0xf9})) {  // rdtscp
    length = 3;
    registers[REG_RCX] = 0;  // The processor's number.
  } else {
    return false;
  }
  scheduler.AdvanceClock();
  uint64_t count = scheduler.now().ns;
  registers[REG_RAX] = static_cast<greg_t>(count & 0xffffffff);
  registers[REG_RDX] = static_cast<greg_t>(count >> 32);
  registers[REG_RIP] += length;
  return true;
}

void OnFault(int signal, siginfo_t* info, void* context) {
  if (trapped && AnswerRead(*info, static_cast<ucontext_t*>(context))) return;
  if ((program_action.sa_flags & SA_SIGINFO) != 0) {
    program_action.sa_sigaction(signal, info, context);
  } else if (program_action.sa_handler == SIG_DFL) {
    other_faults(signal, info, context);
  } else if (program_action.sa_handler != SIG_IGN) {
    program_action.sa_handler(signal);
  }
}

}  // namespace

void TrapTimeStampCounter(FaultHandler on_fault) {
  other_faults = on_fault;
  trapped = true;
  struct sigaction action = {};
  action.sa_sigaction = &OnFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  InstallHandler(SIGSEGV, action);
  SetTrap(true);
}

bool TimeStampCounterIsTrapped() { return trapped; }

void AllowTimeStampCounter() {
  if (trapped) SetTrap(false);
  trapped = false;
}

TimeStampCounterAllowed::TimeStampCounterAllowed() {
  if (trapped) SetTrap(false);
}

TimeStampCounterAllowed::~TimeStampCounterAllowed() {
  if (trapped) SetTrap(true);
}

void ExchangeFaultHandler(const struct sigaction* action,
                          struct sigaction* old) {
  struct sigaction before = program_action;
  if (action != nullptr) program_action = *action;
  if (old != nullptr) *old = before;
}

}  // namespace detsim::runtime
