#include "runtime/world/world.h"

#include "runtime/fiber/fiber.h"
#include "runtime/fiber/thread_block.h"
#include "runtime/sched/escapes.h"
#include "runtime/sched/freed_blocks.h"
#include "runtime/sched/library.h"
#include "runtime/sched/named_semaphores.h"
#include "runtime/sched/own_libs.h"
#include "runtime/sched/robust_mutexes.h"
#include "runtime/sched/sanitizer.h"
#include "runtime/sched/task_local.h"

namespace detsim::runtime {
namespace {

// The stack and the plan of whoever called RunOnce, while a run is on.
struct Host {
  void* sp = nullptr;
  Stack stack;  // Known only if a sanitizer wants to know.
  const RunPlan* plan = nullptr;
  int exit_code = 0;
  bool abandoned = false;
};
constinit Host host;

[[noreturn]] void BackToHost() {
  void* never_resumed;
  if (own_libs) UseThreadBlock(scheduler.main_task()->thread_block);
  SwitchesTo(host.stack);
  detsim_switch_fiber(&never_resumed, host.sp);
  __builtin_unreachable();
}

void MainEntry(void*) noexcept {
  host.stack = SwitchedTo(nullptr);
  EndMain(host.plan->body(host.plan->context));
}

// A thread that the run started and that nobody detached is still there.
bool LeakedThread() {
  MappedArray<ThreadRecord>& threads = scheduler.threads();
  for (size_t i = scheduler.static_threads(); i < threads.size(); ++i) {
    const Task* task = threads[i].task;
    if (task != nullptr && task->state != TaskState::kFinished &&
        !task->detached) {
      return true;
    }
  }
  return false;
}

}  // namespace

void EndMain(int exit_code) {
  host.exit_code = exit_code;
  scheduler.EndRun();
  BackToHost();
}

void AbandonRun() {
  host.abandoned = true;
  BackToHost();
}

RunOutcome RunOnce(const RunPlan& plan) {
  Task* main_task = scheduler.main_task();
  host.plan = &plan;
  host.abandoned = false;
  ResetRandom();
  ResetEscapes();
  ForgetFreedBlocks();
  ForgetRobustMutexes();
  ForgetNamedSemaphores();
  RememberMainLocals(main_task);
  scheduler.BeginRun(plan.source, plan.start, plan.trace, plan.end_run);
  ForgetRaces(plan.race_watches, plan.race_watch_count);
  if (plan.find_races) scheduler.WatchRaces();
  main_task->stack = MainStack();
  current_stack = {reinterpret_cast<uintptr_t>(main_task->stack.low),
                   kMainStackBytes};
  ForgetFrames(main_task->stack);
  void* fake_stack = SwitchesTo(main_task->stack);
  detsim_switch_fiber(&host.sp,
                      MakeFiber(main_task->stack.high, &MainEntry, nullptr));
  SwitchedTo(fake_stack);
  RunOutcome outcome;
  outcome.abandoned = host.abandoned;
  if (outcome.abandoned) return outcome;
  outcome.exit_code = host.exit_code;
  if (outcome.exit_code != 0) {
    outcome.verdict = Verdict::kAssertion;
    outcome.message = "the program ended with a non-zero exit code";
  } else if (LeakedThread()) {
    outcome.verdict = Verdict::kThreadLeak;
    outcome.message = "a joinable thread is still alive at the end";
  }
  ResetMainLocals(main_task);
  return outcome;
}

}  // namespace detsim::runtime
