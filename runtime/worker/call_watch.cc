#include "runtime/worker/call_watch.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/ucontext.h>

#include <algorithm>
#include <cstdint>

#include "runtime/base/mapped_array.h"
#include "runtime/worker/signals.h"

namespace detsim::runtime {
namespace {

// prctl(2) of Linux 5.11; older headers lack them.
constexpr int kSetUserDispatch = 59;
constexpr unsigned long kDispatchOff = 0;
constexpr unsigned long kDispatchOn = 1;
constexpr char kAllow = 0;
constexpr char kBlock = 1;
constexpr int kCodeUserDispatch = 2;  // si_code: SYS_USER_DISPATCH.

constexpr int kCallInstructionBytes = 2;

// After a run that made calls this many are not watched, then twice as many.
constexpr uint32_t kUnwatchedMax = 255;

// Outlives the runs: not among what is put back.
struct State {
  volatile char selector;
  bool usable;
  bool on;  // The kernel has been told.
  uint32_t unwatched_next;
  uint32_t unwatched_left;
};
MappedArray<State> state_memory;

bool TurnOn(State* state) {
  return prctl(kSetUserDispatch, kDispatchOn, 0, 0, &state->selector) == 0;
}

void TurnOff(State* state) {
  state->selector = kAllow;
  if (!state->on) return;
  prctl(kSetUserDispatch, kDispatchOff, 0, 0, 0);
  state->on = false;
}

void OnCall(int signal, siginfo_t* info, void* context) {
  if (info->si_code != kCodeUserDispatch) {  // Of somebody else.
    InstallDefaultHandler(signal);
    raise(signal);
    return;
  }
  state_memory.data()->selector = kAllow;
  static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP] -=
      kCallInstructionBytes;
}

bool SignalIsFree() {
  struct sigaction before;
  sigset_t mask;
  return sigaction(SIGSYS, nullptr, &before) == 0 &&
         before.sa_handler == SIG_DFL &&
         sigprocmask(SIG_BLOCK, nullptr, &mask) == 0 &&
         sigismember(&mask, SIGSYS) == 0;
}

}  // namespace

void PrepareCallWatch() {
  state_memory.Map(1);
  State* state = state_memory.data();
  if (!SignalIsFree() || !TurnOn(state)) return;
  state->on = state->usable = true;
  struct sigaction action = {};
  action.sa_sigaction = &OnCall;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  InstallHandler(SIGSYS, action);
}

void BeginCallWatch() {
  State* state = state_memory.data();
  if (state == nullptr || !state->usable) return;
  if (state->unwatched_left > 0) {
    --state->unwatched_left;
    return;
  }
  if (!state->on) state->on = TurnOn(state);
  if (state->on) state->selector = kBlock;
}

bool EndCallWatch() {
  State* state = state_memory.data();
  if (state->selector == kBlock) {
    state->selector = kAllow;
    state->unwatched_next = 0;
    return false;
  }
  if (state->on) {  // It was watched until its first call.
    state->unwatched_next =
        std::min(2 * state->unwatched_next + 1, kUnwatchedMax);
    state->unwatched_left = state->unwatched_next;
    TurnOff(state);
  }
  return true;
}

void GiveUpCallWatch() {
  State* state = state_memory.data();
  if (state == nullptr || !state->usable) return;
  TurnOff(state);
  state->usable = false;
  InstallDefaultHandler(SIGSYS);
}

bool NoCallYet() {
  const State* state = state_memory.data();
  return state != nullptr && state->selector == kBlock;
}

}  // namespace detsim::runtime
