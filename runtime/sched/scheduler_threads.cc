// The scheduler's other half: set-up, the life of threads, the start and end
// of a run, and time.
#include <link.h>
#include <locale.h>

#include <algorithm>
#include <cstring>

#include "runtime/fiber/fiber.h"
#include "runtime/fiber/thread_block.h"
#include "runtime/sched/freed_blocks.h"
#include "runtime/sched/named_semaphores.h"
#include "runtime/sched/own_libs.h"
#include "runtime/sched/race_reports.h"
#include "runtime/sched/robust_mutexes.h"
#include "runtime/sched/sanitizer.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sched/task_local.h"

// The executable's own ELF header, at its load address.
extern "C" const char __ehdr_start[];

namespace __cxxabiv1 {
extern "C" void* __cxa_get_globals() noexcept;
}

namespace detsim::runtime {

constinit CurrentStack current_stack;
constinit bool instrumented = false;

namespace {

// Clock reads in a row that cost 1 ns each; from then on each costs more, up to
// 4 ms, since a loop that polls the clock wants it to move.
constexpr uint32_t kCheapReads = 64;
constexpr uint32_t kReadsPerDoubling = 16;
constexpr uint32_t kDoublingsMax = 22;
// Negative for longer than any run.
constexpr int64_t kHeldBudget = INT64_MIN / 2;

}  // namespace

void Scheduler::Initialize() {
  if (initialized_) return;
  initialized_ = true;
  ready_.Map(kTasksMax);
  timers_.Map(kTasksMax);
  task_memory_.Map(kTasksMax);
  free_tasks_.Map(kTasksMax);
  threads_.Map(kThreadsMax);
  choices_.Map(kChoicesMax);
  event_log_.Map();
  decision_events_.Map(kEventsMax);
  decision_log_.Map();
  caller_chains_.Map();
  objects_.Map();
  looked_.Map(kLookBits / 64 + 1);
  step_log_.Map();
  looks_.Map();
  shared_stack_.Map();
  PrepareStacks();
  PrepareFreedBlocks();
  PrepareRobustMutexes();
  PrepareNamedSemaphores();
  PrepareRaces();
  PrepareTaskLocals();
  objects_.BeginRun();
  exception_globals_ =
      static_cast<ExceptionGlobals*>(__cxxabiv1::__cxa_get_globals());
  image_base_ = reinterpret_cast<uintptr_t>(__ehdr_start);
  current_ = &main_task_;
  main_task_.key = kMainThreadKey;
  main_task_.state = TaskState::kRunning;
  main_task_.thread_block = CurrentThreadBlock();
  threads_.push_back({.key = kMainThreadKey, .task = &main_task_});
  armed_budget_ = access_budget;
}

void Scheduler::BeginRun(ChoiceSource* source, const RunStart& start,
                         bool trace, EndRunFunction end_run) {
  if (first_threads_ == 0) {
    first_threads_ = static_cast<uint32_t>(threads_.size());
    static_spawned_ = main_task_.spawned;
  }
  FoldAccesses();
  threads_.resize(first_threads_);
  static_threads_ = first_threads_;
  choices_.clear();
  event_log_.Begin(trace);
  decision_events_.clear();
  objects_.BeginRun();
  main_task_.operation = 0;
  main_task_.access_count = 0;
  main_task_.spawned = static_spawned_;
  main_task_.strategy_word = 0;
  main_task_.idle = main_task_.idle_yields = main_task_.clock_reads = 0;
  main_task_.pending = {};
  memset(main_task_.name, 0, sizeof main_task_.name);
  memset(main_task_.sub, 0, sizeof main_task_.sub);
  source_ = source;
  options_ = start.options;
  end_run_ = end_run;
  now_ = kRunStart;
  hash_ = 0x243f6a8885a308d3ull;
  steps_ = decisions_ = unusual_ = accesses_ = timed_accesses_ = 0;
  next_check_ = slice_start_ = progress_step_ = 0;
  idle_steps_ = idle_quanta_ = 0;
  real_waits_ = nullptr;
  real_change_ = false;
  progress_horizon_ = kRunStart;
  seen_progress_writes_ = progress_writes;
  ForgetLooks();
  loop_state_.Forget();
  next_loop_step_ = 0;
  BeginSteps(start);
  decision_log_.Begin(start.log_decisions);
  caller_chains_.Begin(trace || start.log_decisions);
  shared_stack_.Clear();
  source->BeginRun(start);
  watches_ = source->WatchesEvents();
  watches_accesses_ = source->WatchesAccesses();
  running_ = true;
  for (uint32_t i = 0; i < ready_.size(); ++i) {
    event_log_.NoteAble(static_cast<Task*>(ready_[i])->index, true);
  }
  ArmAccesses();
}

void Scheduler::HoldAccesses() {
  if (accesses_held) return;
  accesses_held = true;
  held_budget = access_budget;
  access_budget = kHeldBudget;
}

void Scheduler::LetAccessesGo() {
  if (!accesses_held) return;
  accesses_held = false;
  access_budget = held_budget;
}

void Scheduler::WatchRaces() {
  races.BeginRun(true);
  for (uint32_t i = 1; i < static_threads_; ++i) {
    if (Task* task = threads_[i].task) task->clock_slot = races.ThreadStarts(i);
  }
  if (races.active()) HoldAccesses();
}

void Scheduler::EndRun() {
  races.EndRun();
  LetAccessesGo();
  FoldAccesses();
  LogPending();
  running_ = false;
  ArmAccesses();
}

Task* Scheduler::NewTask() {
  if (!free_tasks_.empty()) return free_tasks_.pop_back();
  DETSIM_CHECK(!task_memory_.full());
  task_memory_.resize(task_memory_.size() + 1);
  return &task_memory_[task_memory_.size() - 1];
}

Task* Scheduler::Spawn(void (*function)(void*), void* argument, uintptr_t pc) {
  Task* task = new (NewTask()) Task;
  Task* me = current_;
  task->function = function;
  task->argument = argument;
  task->index = static_cast<uint32_t>(threads_.size());
  task->parent = me->index;
  task->clock_slot = races.ThreadStarts(task->index);
  if (races.active()) HoldAccesses();
  task->parent_operation = me->operation;
  uint32_t child_index = me->spawned++;
  task->key = ChildThreadKey(me->key, child_index);
  task->pending = {.kind = OperationKind::kStart, .pc = pc};
  task->stack = AcquireStack();
  ForgetFrames(task->stack);
  task->sp = MakeFiber(task->stack.high, &TaskEntry, task);
  if (own_libs) task->thread_block = CreateThreadBlock();
  DETSIM_CHECK(threads_.push_back(
      {.key = task->key,
       .parent = me->index,
       .child_index = child_index,
       .spawn_pc = pc,
       .spawn_callers = caller_chains_.on() ? CallersOf(pc) : 0,
       .task = task}));
  ++live_count_;
  NoteProgress();
  LogEntry(StepEntry::kWake, task);
  if (event_log_.on()) Trace(me, OperationKind::kSpawn, nullptr, pc, task);
  event_log_.NoteAble(task->index, true);
  bool nobody_was_ready = ready_.empty();
  ready_.push_back(task);
  if (nobody_was_ready) ArmAccesses();
  return task;
}

void Scheduler::TaskEntry(void* argument) noexcept {
  auto* task = static_cast<Task*>(argument);
  SwitchedTo(nullptr);
  scheduler.ArmAccesses();
  // What a new thread of the C library's does first (isalpha() depends on it).
  if (own_libs) uselocale(LC_GLOBAL_LOCALE);
  scheduler.Note(OperationKind::kStart, nullptr, task->pending.pc);
  task->function(task->argument);
  RunExitHandlers(task);
  scheduler.FinishCurrent();
}

void Scheduler::FinishCurrent() {
  Task* me = current_;
  ReleaseTaskLocals(me);
  FoldAccesses();
  Note(OperationKind::kEnd, nullptr, 0);
  event_log_.NoteAble(me->index, false);
  NoteProgress();
  AbandonRobustMutexes(me);
  races.ThreadEnds();
  ForgetStack();
  me->state = TaskState::kFinished;
  me->pending = {.kind = OperationKind::kEnd};
  MixHash(static_cast<uint64_t>(OperationKind::kEnd) << 56 | me->index);
  Touch(TouchMode::kSignal, me);
  --live_count_;
  WakeAll(&me->joiners);
  // Nobody else runs before the switch below, so the stack may be given back
  // while we stand on it.
  ReleaseStack(me->stack);
  if (own_libs) {
    UseThreadBlock(main_task_.thread_block);
    DestroyThreadBlock(me->thread_block);
  }
  if (me->detached) Reclaim(me);
  RunNext();
  __builtin_unreachable();
}

void Scheduler::RenewThreadIds() {
  for (const ThreadRecord& thread : threads_) {
    bool alive =
        thread.task != nullptr && thread.task->state != TaskState::kFinished;
    if (alive) RenewThreadId(thread.task->thread_block);
  }
}

void Scheduler::FinishJoin(Task* task) {
  races.ThreadJoined(task->clock_slot);
  if (!races.active()) LetAccessesGo();
  Reclaim(task);
}

void Scheduler::Reclaim(Task* task) {
  races.ThreadForgotten(task->clock_slot);
  ThreadRecord& record = threads_[task->index];
  memcpy(record.name, task->name, sizeof record.name);
  record.task = nullptr;
  objects_.Forget(task);
  free_tasks_.push_back(task);
}

// ---- Time ----

void Scheduler::PassComputingTime() {
  FoldAccesses();
  now_.ns += accesses_ - timed_accesses_;
  timed_accesses_ = accesses_;
}

void Scheduler::FireFirstTimer() {
  Task* task = timers_.first();
  LogEntry(StepEntry::kTime, task);
  now_ = std::max(now_, task->deadline);
  task->timed_out = true;
  Wake(task);
}

void Scheduler::MaybeLetTimePass() {
  // Somewhat below the limit: what is set for as long as the limit is not
  // reached by a stall, although a few nanoseconds of it have passed since.
  uint64_t stall_end = options_.stall_ns_max - options_.stall_ns_max / 16;
  Instant next = timers_.first()->deadline;
  if (next > now_ && next.ns - now_.ns >= stall_end) return;
  if (Choose(Stream::kTime, 2) != 0) FireFirstTimer();
}

Instant Scheduler::ReadClock(uintptr_t pc) {
  uint64_t step = PollingStep();
  if (step == 0) {
    if (Choose(Stream::kTime, 2) == 0) {
      ++now_.ns;
      PassComputingTime();
    }
  } else {
    now_.ns += step;
    PassComputingTime();
    Announce(OperationKind::kClock, nullptr, pc, true);
  }
  FireDueTimers();
  return now_;
}

Instant Scheduler::ReadClockSilently() {
  bool polls = AdvanceClock();
  if (polls && !ready_.empty()) Requeue();
  return now_;
}

bool Scheduler::AdvanceClock() {
  uint64_t step = PollingStep();
  now_.ns += step != 0 ? step : 1;
  PassComputingTime();
  FireDueTimers();
  return step != 0;
}

// By how much a loop that polls the clock moves it; 0 while nobody polls.
uint64_t Scheduler::PollingStep() {
  uint32_t reads = ++current_->clock_reads;
  if (reads <= kCheapReads) return 0;
  return uint64_t{1} << std::min((reads - kCheapReads) / kReadsPerDoubling,
                                 kDoublingsMax);
}

void Scheduler::FireDueTimers() {
  while (!timers_.empty() && timers_.first()->deadline <= now_) {
    FireFirstTimer();
  }
}

}  // namespace detsim::runtime
