// The heart: who is runnable, who runs next, when time passes, when a run is
// over. One instance; everything happens on one OS thread.
//
// Before a visible operation a thread calls Announce(), which may run others
// first; then it performs the operation. An operation that cannot go on calls
// Block(). See world/world.h for how a run starts and ends.
#ifndef DETSIM_RUNTIME_SCHED_SCHEDULER_H_
#define DETSIM_RUNTIME_SCHED_SCHEDULER_H_

#include <cstdint>

#include "runtime/base/mapped_array.h"
#include "runtime/choice/decision_log.h"
#include "runtime/choice/verdict.h"
#include "runtime/sched/caller_chains.h"
#include "runtime/sched/event_log.h"
#include "runtime/sched/looks.h"
#include "runtime/sched/loop_state.h"
#include "runtime/sched/object_names.h"
#include "runtime/sched/shared_stack.h"
#include "runtime/sched/task.h"
#include "runtime/sched/timers.h"
#include "runtime/sched/vital_signs.h"

namespace detsim::runtime {

inline constexpr uint32_t kTasksMax = kStacksMax;  // Alive at once.
inline constexpr uint32_t kThreadsMax = 1u << 20;  // Created in a run.
// An OS quantum of some milliseconds: plain accesses after which a thread that
// reaches no decision is made to yield.
inline constexpr int64_t kAccessQuantum = 1'000'000;

// Plain accesses left before the runtime wants to be called: negative when an
// access has to call it. Decremented by the instrumentation hooks and by the
// code that instrument/ puts in their place; outside the class since they are
// its fast path.
DETSIM_SHARED extern int64_t access_budget __asm__("detsim_access_budget");
// While accesses are held, each of them calls the runtime, and what is left is
// counted here. Which accesses the runtime acts upon is the same.
DETSIM_HIDDEN extern bool accesses_held;
DETSIM_HIDDEN extern int64_t held_budget;
// Plain stores, and atomic ones that changed something: signs of progress.
DETSIM_SHARED extern uint64_t progress_writes __asm__("detsim_progress_writes");
// Some of the program is instrumented, so that progress can be seen.
DETSIM_HIDDEN extern bool instrumented;
// A shim announced an atomic operation; the hook that follows is the same one.
DETSIM_HIDDEN extern bool atomic_announced;
DETSIM_HIDDEN extern const volatile void* announced_object;

// A thread of the run as reports need it; outlives its task.
struct ThreadRecord {
  ThreadKey key = 0;
  uint32_t parent = 0;
  uint32_t child_index = 0;
  uint64_t spawn_pc = 0;
  uint32_t spawn_callers = 0;  // As in Event.
  Task* task = nullptr;        // Null once it has been reclaimed.
  char name[kThreadNameBytes] = {};
};

// How the scheduler says that a run is over before its main function returned.
// Must not return; runs on the stack of whoever noticed.
using EndRunFunction = void (*)(Verdict verdict, const char* message,
                                uintptr_t pc);

// A thread that waits for the real system (library_blocking.cc).
struct RealWait {
  Task* task = nullptr;
  // Looks for it, for at most `real_ms`; 0 if it is not there yet.
  long (*look)(void* context, long real_ms) = nullptr;
  void* context = nullptr;
  long result = 0;  // Of the last look.
  RealWait* next = nullptr;
};

class Scheduler {
 public:
  constexpr Scheduler() = default;

  // Maps memory and adopts the calling OS thread as main. Idempotent; called
  // from the earliest constructor, before any other member.
  void Initialize();

  // ---- A run ----

  // From now on decisions are asked of `source`. Threads started before main
  // stay; everything else starts afresh.
  void BeginRun(ChoiceSource* source, const RunStart& start, bool trace,
                EndRunFunction end_run);
  void EndRun();
  // Looks for data races in the run that has just begun.
  void WatchRaces();
  // Ends the run with a verdict; outside a run, and in a child that the
  // program forked, says so on stderr and aborts.
  [[noreturn]] void Fail(Verdict verdict, const char* message, uintptr_t pc);

  // ---- Decisions ----

  // The current thread is about to perform `kind`. `yields`: prefer others.
  void Announce(OperationKind kind, const volatile void* object, uintptr_t pc,
                bool yields = false);
  // Another choice of the announced operation: run somebody else now?
  void Offer();
  // A decision that is not about threads: a value in [0, options).
  uint64_t Choose(Stream stream, uint64_t options);
  // The current thread cannot go on until woken or until `deadline`. Returns
  // true if the deadline came first. `queue` may be null.
  bool Block(detsim_queue* queue, Instant deadline = kForever);
  // The current thread cannot go on until `wait->look` finds what it waits for
  // in the real system, or until `deadline`.
  void BlockOnReal(RealWait* wait, Instant deadline);
  // The current thread is about to do what such a wait may be for: it is looked
  // at before the next operation, whoever announces that.
  void ExpectRealChange() { real_change_ = true; }
  // The current thread has moved data in the real system, announced or not:
  // polling for that is not spinning.
  void NoteRealEffect();
  // Makes the current thread wait its turn again, as if woken at once.
  void Requeue();
  void Wake(Task* task);
  void WakeAll(detsim_queue* queue);
  // Somebody has got what those in `queue` compete for (competitor.h): whoever
  // was woken and could only find it taken waits again. Without `shared` those
  // who want it shared go on.
  void ReturnLosers(detsim_queue* queue, bool shared);
  // The instrumentation's budget is used up.
  void AccessPoint(const volatile void* address, size_t size, uintptr_t pc,
                   bool is_write);
  // Marks the state as changed by something the hooks cannot see.
  void NoteProgress() { ++progress_writes; }
  // For the step log: what the current thread has just done, where the
  // announcement did not say.
  void Touch(TouchMode mode, const volatile void* object) {
    if (step_log_.on()) [[unlikely]] {
      LogTouch(mode, reinterpret_cast<uint64_t>(object), 1, false);
    }
  }
  // The same for those who wait at `address`.
  void TouchQueueOf(TouchMode mode, const volatile void* address);
  // Adds to the trace an event that is no decision (unlock, detach, ...).
  void Note(OperationKind kind, const volatile void* object, uintptr_t pc,
            const Task* other = nullptr);

  // ---- Threads ----

  Task* Spawn(void (*function)(void*), void* argument, uintptr_t pc);
  // The current thread has seen the end of `task`, and frees it.
  void FinishJoin(Task* task);
  // The current thread's function has returned; never returns.
  [[noreturn]] void FinishCurrent();
  // In a forked child, with --own_libs: its threads are another process's.
  void RenewThreadIds();
  // A finished and joined, or detached, task goes back to the pool.
  void Reclaim(Task* task);

  // ---- Time ----

  // What clocks have shown last, or later.
  Instant now() const { return now_; }
  // The same after the time that threads have computed since then: what a
  // duration counts from that the caller has not taken from a clock.
  Instant NowAfterComputing() {
    PassComputingTime();
    return now_;
  }
  // Reads the clock: advances it by 1 ns and by the time that was computed
  // since (or, by choice, not at all), by more when it is polled; polling is a
  // decision point.
  Instant ReadClock(uintptr_t pc);
  // The same for code that is not rewritten: never a choice of its own.
  Instant ReadClockSilently();
  // The same where no other thread may be run, in a signal handler; now() is
  // what it reads. True when the clock is polled.
  bool AdvanceClock();

  // ---- State for reports ----

  Task* current() const { return current_; }
  Task* main_task() { return &main_task_; }
  bool running() const { return running_; }
  bool forked_child() const { return forked_child_; }
  void set_forked_child() { forked_child_ = true; }
  const RunOptions& options() const { return options_; }
  uint64_t hash() const { return hash_; }
  uint64_t decisions() const { return decisions_; }
  uint64_t steps() const { return steps_; }
  uint64_t accesses();
  uint64_t unusual() const { return unusual_; }
  bool choices_complete() const { return unusual_ <= kChoicesMax; }
  MappedArray<Choice>& choices() { return choices_; }
  ChoiceSource* source() { return source_; }
  MappedArray<ThreadRecord>& threads() { return threads_; }
  EventLog& event_log() { return event_log_; }
  MappedArray<uint32_t>& decision_events() { return decision_events_; }
  ObjectNames& objects() { return objects_; }
  StepLog& step_log() { return step_log_; }
  const DecisionLog& decision_log() const { return decision_log_; }
  const CallerChains& caller_chains() const { return caller_chains_; }
  // The run is over: what its threads were about to do.
  void LogPending();
  uint32_t live_threads() const { return live_count_; }
  // Main and the threads that static initialisers started.
  uint32_t static_threads() const { return static_threads_; }
  // In a run that began before the static initialisers: they have ended.
  void EndStaticInitialisers() {
    static_threads_ = static_cast<uint32_t>(threads_.size());
  }
  uint64_t image_base() const { return image_base_; }
  // Where a watching process looks.
  void set_vital_signs(VitalSigns* signs) { vital_signs_ = signs; }

  // Forbids preemption while the runtime calls back into instrumented code.
  class NoPreemption {
   public:
    NoPreemption();
    ~NoPreemption();
  };

 private:
  friend class NoPreemption;

  void CountStep(OperationKind kind, bool* yields);
  // An operation without effect on `object`. Which objects such operations look
  // at decides on the livelock verdict only: it depends on addresses.
  void NoteLook(const volatile void* object);
  void ForgetLooks();
  // `pc`: where the current thread is.
  void CheckLimits(bool* yields, uintptr_t pc);
  // Nothing has changed for long; says when to look again.
  bool MayEndByItself(uintptr_t pc);
  void MaybeLetTimePass();
  uint64_t PollingStep();
  // Wakes whoever finds what it waits for in the real system; true if anybody.
  // With `alone` it waits for a little while.
  bool WakeRealWaits(bool alone);
  // Threads that compute take time, as many nanoseconds as they access plain
  // memory. It is added up lazily, where somebody looks.
  void PassComputingTime();
  // A quantum of plain accesses has passed in which nobody wrote anything.
  void PassIdleTime();
  void FireDueTimers();
  void FireFirstTimer();
  void Pick(const SchedulingPoint& point);
  uint32_t Ask(const SchedulingPoint& point);
  void Take(const SchedulingPoint& point, uint32_t option);
  void PreemptAtAccess(const PendingOperation& access, bool yields);
  void RunNext();
  void SwitchTo(Task* task);
  [[noreturn]] void Deadlock();
  SchedulingPoint Point(Stream stream, bool runs, bool yields);
  void CountDecision() {
    ++decisions_;
    if (event_log_.on()) [[unlikely]]
      decision_events_.push_back(
          static_cast<uint32_t>(event_log_.events().size()));
  }
  void Record(const ChoiceKey& key, uint64_t value);
  void HoldAccesses();
  void LetAccessesGo();
  void FoldAccesses();
  void ArmAccesses();
  // With `budget` left of the quantum; nothing to fold.
  void ArmAccesses(int64_t budget);
  bool watched() const { return watches_ && live_count_ != 0; }
  bool accesses_watched() const {
    return watches_accesses_ && live_count_ != 0;
  }
  // `task` runs next, and nobody else could: whoever watches is told.
  void RunAlone(Candidate* task) {
    if (step_log_.on()) {
      LogStepAlone();
    } else if (watched()) {
      source_->Alone(*task);
    }
  }
  void MixHash(uint64_t word) {
    hash_ = (hash_ ^ word) * 0x9fb21c651e98df25ull;
    hash_ ^= hash_ >> 32;
  }
  void AddEvent(const Event& event);
  uint32_t CallersOf(uintptr_t pc);  // For the current thread's operation.
  void Trace(const Task* task, OperationKind kind, const volatile void* object,
             uintptr_t pc, const Task* other);
  // ---- The step log (scheduler_steps.cc) ----
  void BeginSteps(const RunStart& start);
  // A step of the current thread is over, and somebody is to be picked.
  void PrepareStep(const SchedulingPoint& point);
  void LogStep(const SchedulingPoint& point, uint32_t option);
  // The current thread goes on, and nobody else could.
  void LogStepAlone(Stream stream = Stream::kSchedule);
  void LogAccessAlone(const PendingOperation& access);
  void LogAccess(const PendingOperation& access);
  void LogTouch(TouchMode mode, uint64_t address, uint32_t size, bool plain);
  void TouchAtOnce(OperationKind kind, const volatile void* object);
  void LogBlock();
  void LogWake(const Task* task);
  void LogValue(const ChoiceKey& key, uint64_t options, uint64_t value);
  void LogEntry(StepEntry::Type type, const Task* task) {
    if (!step_log_.on()) return;
    step_log_.Add({.thread = task->index, .type = type});
  }
  void MarkChoice(Stream stream, uint64_t value);
  // ---- The decision log (scheduler_records.cc) ----
  void LogOperation();
  void LogQuestion(const ChoiceKey& key, DecisionEntry::Type type);
  Task* NewTask();
  static void TaskEntry(void* task) noexcept;

  // ---- Hot ----
  Task* current_ = nullptr;
  ChoiceSource* source_ = nullptr;
  MappedArray<Candidate*> ready_;
  Timers timers_;
  Instant now_ = kRunStart;
  uint64_t hash_ = 0;
  uint64_t steps_ = 0;
  uint64_t decisions_ = 0;
  uint64_t unusual_ = 0;
  uint64_t next_check_ = 0;        // steps_ at which CheckLimits is due.
  uint64_t slice_start_ = 0;       // steps_ when the current thread came on.
  int64_t armed_budget_ = 0;       // access_budget when it was last set.
  int64_t quantum_left_ = 0;       // Accesses to the next yield, then.
  bool gap_armed_ = false;         // It ends in a preemption, not a quantum.
  bool watches_ = false;           // The source's WatchesEvents(),
  bool watches_accesses_ = false;  // and WatchesAccesses().
  bool every_access_ = false;      // The source said kEveryAccess.
  uint64_t accesses_ = 0;
  uint64_t timed_accesses_ = 0;  // Of them, those that now_ has passed for.
  VitalSigns* vital_signs_ = &unwatched_;
  RealWait* real_waits_ = nullptr;
  bool real_change_ = false;
  bool running_ = false;
  bool forked_child_ = false;
  bool initialized_ = false;

  // ---- Progress ----
  uint64_t seen_progress_writes_ = 0;
  uint64_t progress_step_ = 0;  // steps_ at the last sign of progress.
  Instant progress_horizon_;    // Timers pending then must fire first.
  uint64_t idle_steps_ = 0;     // Since somebody did something of effect.
  uint64_t idle_quanta_ = 0;    // Of plain accesses, since progress_step_.
  // The objects that operations without effect have looked at since something
  // was written: a bit for each, by hash, and how many, at least.
  static constexpr int kLooksShift = 48;
  static constexpr uint64_t kLookBits = uint64_t{1} << (64 - kLooksShift);
  // How many stands last, in the same memory: what is static may be put back
  // between runs, and this is not.
  MappedArray<uint64_t> looked_;
  LoopState loop_state_;
  uint64_t next_loop_step_ = 0;  // Not before then.
  SharedStack shared_stack_;

  // ---- The step that is on, for the step log ----
  StepLog step_log_;
  Looks looks_;
  static constexpr uint32_t kWrittenMax = 16;
  struct Written {
    uint64_t address;
    uint32_t size;
    bool plain;  // A plain store: nobody counts it among the signs of progress
                 // when it is to the own stack.
  };
  Written written_[kWrittenMax] = {};
  uint32_t written_count_ = 0;
  uint64_t step_progress_ = 0;  // progress_writes when it began.
  uintptr_t step_pc_ = 0;       // Of its operation.
  uintptr_t step_object_ = 0;

  // ---- Cold ----
  RunOptions options_;
  EndRunFunction end_run_ = nullptr;
  ExceptionGlobals* exception_globals_ = nullptr;
  uint64_t image_base_ = 0;
  VitalSigns unwatched_;
  uint32_t live_count_ = 0;      // Without main.
  uint32_t first_threads_ = 0;   // Threads before the first run, and main.
  uint32_t static_threads_ = 0;  // Those, and what static initialisers started.
  uint32_t static_spawned_ = 0;
  int no_preemption_ = 0;
  Task main_task_;
  MappedArray<Task> task_memory_;
  MappedArray<Task*> free_tasks_;
  MappedArray<ThreadRecord> threads_;
  MappedArray<Choice> choices_;
  EventLog event_log_;
  MappedArray<uint32_t> decision_events_;  // See RunResult.
  DecisionLog decision_log_;
  CallerChains caller_chains_;
  ObjectNames objects_;
};

DETSIM_HIDDEN extern Scheduler scheduler;

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_SCHEDULER_H_
