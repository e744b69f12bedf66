#include "runtime/worker/endings.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <exception>

#include "runtime/base/text.h"
#include "runtime/sched/own_libs.h"
#include "runtime/sched/sanitizer.h"
#include "runtime/sched/scheduler.h"
#include "runtime/worker/call_watch.h"
#include "runtime/worker/child.h"
#include "runtime/worker/signals.h"
#include "runtime/worker/terminate.h"
#include "runtime/worker/time_stamp_counter.h"
#include "runtime/world/world.h"

namespace detsim::runtime {
namespace {

constexpr int kCrashSignals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
constexpr size_t kAlternateStackBytes = 64 * 1024;

char alternate_stack[kAlternateStackBytes];
bool serving = false;  // In a child that performs runs.
pid_t serving_pid = 0;

// The process is compared too: a child made by vfork runs no handler of ours
// and shares this memory. Without a call there is no child.
bool InRun() {
  return serving && scheduler.running() && !scheduler.forked_child() &&
         (NoCallYet() || getpid() == serving_pid);
}

bool run_has_ended = false;  // Its record is complete or being completed.

[[noreturn]] void EndChild(const RunEnding& ending) {
  run_has_ended = true;
  FinishRun(ending);
  EndRunProcess();
}

Backtrace TraceFromContext(void* context) {
  const auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  return WalkFrames(scheduler.current()->stack,
                    static_cast<uintptr_t>(registers[REG_RBP]),
                    static_cast<uintptr_t>(registers[REG_RIP]));
}

const char* SignalMessage(int signal, const siginfo_t* info) {
  const Stack& stack = scheduler.current()->stack;
  auto* address = static_cast<char*>(info->si_addr);
  switch (signal) {
    case SIGSEGV:
      if (address < stack.low && address >= stack.low - kStackBytes) {
        return "stack overflow (SIGSEGV)";
      }
      return "segmentation fault (SIGSEGV)";
    case SIGABRT:
      return "aborted (SIGABRT)";
    case SIGBUS:
      return "bus error (SIGBUS)";
    case SIGFPE:
      return "arithmetic exception (SIGFPE)";
    default:
      return "illegal instruction (SIGILL)";
  }
}

void OnCrash(int signal, siginfo_t* info, void* context) {
  if (InRun()) {
    Backtrace trace = TraceFromContext(context);
    EndChild({.verdict = Verdict::kCrash,
              .message = SignalMessage(signal, info),
              .pc = trace.frames[0],
              .exit_code = signal,
              .trace = &trace,
              .cut_short = true});
  }
  InstallDefaultHandler(signal);
  raise(signal);
}

// Of a signal that may come anywhere, while code runs.
Backtrace TraceFromAnywhere(void* context) {
  const auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  Backtrace trace = TraceFromContext(context);
  uintptr_t caller = CallerWithoutFrame(
      reinterpret_cast<const uint8_t*>(registers[REG_RIP]),
      reinterpret_cast<const uintptr_t*>(registers[REG_RSP]));
  if (caller == 0 || trace.count == kFramesMax) return trace;
  std::copy_backward(trace.frames + 1, trace.frames + trace.count,
                     trace.frames + trace.count + 1);
  trace.frames[1] = caller;
  ++trace.count;
  return trace;
}

void OnHang(int, siginfo_t*, void* context) {
  if (!InRun()) return;
  Backtrace trace = TraceFromAnywhere(context);
  bool memory = StoppedBecause() == StopReason::kMemory;
  EndChild({.verdict = memory ? Verdict::kCrash : Verdict::kHang,
            .message = memory ? "the memory limit is exceeded (--memory_mb)"
                              : "no decision was reached within the time limit",
            .pc = trace.frames[0],
            .trace = &trace,
            .cut_short = true});
}

void OnTerminate() {
  if (InRun()) {
    FixedText<512> message;
    DescribeCurrentException(&message);
    Backtrace trace = CurrentBacktrace();
    EndChild({.verdict = Verdict::kException,
              .message = message.view(),
              .pc = trace.count != 0 ? trace.frames[0] : 0,
              .trace = &trace,
              .cut_short = true});
  }
  abort();
}

// A sanitizer has written its report, and is about to end the process.
void OnSanitizerReport() {
  if (!InRun() || run_has_ended) return;
  bool address = __asan_report_present != nullptr && __asan_report_present();
  auto pc = address ? reinterpret_cast<uintptr_t>(__asan_get_report_pc()) : 0;
  Backtrace trace =
      address
          ? WalkFrames(scheduler.current()->stack,
                       reinterpret_cast<uintptr_t>(__asan_get_report_bp()), pc)
          : CurrentBacktrace();
  EndChild({.verdict = Verdict::kCrash,
            .message = "a sanitizer has reported an error",
            .pc = pc,
            .exit_code = SIGABRT,
            .trace = &trace,
            .cut_short = true});
}

bool main_has_returned = false;

void OnExit(int status, void*) {
  if (!InRun()) return;
  if (main_has_returned) EndMain(status);
  EndChild({.verdict = status == 0 ? Verdict::kPassed : Verdict::kAssertion,
            .message = "the program called exit()",
            .exit_code = status,
            .cut_short = true});
}

// A child that the program itself forks (a death test) answers to nobody.
void OnFork() {
  if (!serving) return;
  scheduler.set_forked_child();
  if (own_libs) {
    AllowTimeStampCounter();
    scheduler.RenewThreadIds();
  }
  for (int signal : kCrashSignals) InstallDefaultHandler(signal);
}

}  // namespace

void EndRunHere(Verdict verdict, const char* message, uintptr_t pc) {
  fflush(nullptr);
  Backtrace trace = CurrentBacktrace();
  EndChild({.verdict = verdict,
            .message = message,
            .pc = pc,
            .trace = &trace,
            .cut_short = true});
}

void InstallExitHandler() { on_exit(&OnExit, nullptr); }

void ExitAfterMain() {
  main_has_returned = true;
  exit(0);
}

void InstallSignalHandlers() {
  stack_t stack = {};
  stack.ss_sp = alternate_stack;
  stack.ss_size = sizeof alternate_stack;
  sigaltstack(&stack, nullptr);
  struct sigaction crash = {};
  crash.sa_sigaction = &OnCrash;
  crash.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
  for (int signal : kCrashSignals) InstallHandler(signal, crash);
  if (own_libs) TrapTimeStampCounter(&OnCrash);
  struct sigaction hang = {};
  hang.sa_sigaction = &OnHang;
  hang.sa_flags = SA_SIGINFO | SA_ONSTACK;
  InstallHandler(HangSignal(), hang);
}

void InstallEndings() {
  serving = true;
  serving_pid = getpid();
  if (own_libs) scheduler.RenewThreadIds();
  std::set_terminate(&OnTerminate);
  if (__sanitizer_set_death_callback != nullptr) {
    __sanitizer_set_death_callback(&OnSanitizerReport);
  }
  InstallSignalHandlers();
  pthread_atfork(nullptr, nullptr, &OnFork);
}

extern "C" {

// Ends the process without handlers (POSIX): a run that does so is over, and
// its record would be lost. The runtime's own calls come here too.
__attribute__((visibility("default"))) void _exit(int status) {
  if (InRun() && !run_has_ended) {
    EndChild({.verdict = status == 0 ? Verdict::kPassed : Verdict::kAssertion,
              .message = "the program called _exit()",
              .exit_code = status,
              .cut_short = true});
  }
  for (;;) syscall(SYS_exit_group, status);
}

__attribute__((visibility("default"))) void _Exit(int status) { _exit(status); }

}  // extern "C"

}  // namespace detsim::runtime
