// Who answers a run's questions: a strategy that draws from a seed, or a
// replay that looks recorded choices up. One interface for all.
#ifndef DETSIM_RUNTIME_CHOICE_CHOICE_SOURCE_H_
#define DETSIM_RUNTIME_CHOICE_CHOICE_SOURCE_H_

#include <cstdint>

#include "runtime/choice/choice.h"
#include "runtime/choice/decision_log.h"
#include "runtime/choice/operation.h"
#include "runtime/choice/profile.h"
#include "runtime/choice/run_options.h"
#include "runtime/choice/step_log.h"

namespace detsim::runtime {

struct RunBehaviour;  // behaviour.h

// What a choice source may know of a thread. Owned by the scheduler.
struct Candidate {
  ThreadKey key = 0;
  uint32_t index = 0;             // Order of creation in the run, 0 is main.
  uint32_t access_count = 0;      // Plain accesses since `operation`.
  uint64_t operation = 0;         // Ordinal of the latest announced operation.
  PendingOperation pending;       // What it does next when picked.
  int64_t strategy_word = 0;      // The source's own; 0 when the thread starts.
  uint32_t parent = 0;            // Index of the thread that started it.
  uint64_t parent_operation = 0;  // That one's `operation` then.
  bool spins = false;             // Only where steps are logged: it has looked
                                  // at the same a few times, and nothing has
                                  // changed.
};

// A moment at which somebody must be picked. Option 0 is "nothing unusual":
// the current thread goes on; when it yields, or cannot go on, the thread that
// was ready first runs.
struct SchedulingPoint {
  ChoiceKey key;
  Candidate* current = nullptr;       // Who took the decision.
  Candidate* const* ready = nullptr;  // The others that can run, oldest first.
  uint32_t ready_count = 0;
  bool current_runs = true;     // False: blocked or finished.
  bool current_yields = false;  // It is the last option, not the first.
  bool performed = false;       // The current operation; else it is to come.

  uint32_t size() const { return ready_count + (current_runs ? 1 : 0); }
  Candidate* operator[](uint32_t option) const {
    if (!current_runs) return ready[option];
    if (current_yields) return option < ready_count ? ready[option] : current;
    return option == 0 ? current : ready[option - 1];
  }
};

// Of Script::replayed: all questions but those of Script::redrawn.
inline constexpr uint64_t kReplayAll = ~uint64_t{0};

// Which way a run goes: step by step, for a systematic search (guided.cc), or
// as an earlier one did up to some point, and then as is drawn (observed.cc).
struct Script {
  const ThreadKey* threads = nullptr;  // Who is picked at each step.
  uint64_t thread_count = 0;
  // The step at which the run parts from those before it: it is logged from
  // there on, and `sleeping` holds from after it. What `threads` says of later
  // steps is advice.
  uint64_t branch = 0;
  const SleepingTouch* sleeping = nullptr;
  uint64_t sleeping_count = 0;
  // Questions that RunStart::choices answer before anything is drawn. With
  // kReplayAll: the one stream that is drawn; kSchedule is kAccess as well.
  uint64_t replayed = 0;
  Stream redrawn = Stream::kSchedule;
};

// What a source is told before a run.
struct RunStart {
  uint64_t seed = 0;
  Profile profile;
  RunOptions options;
  const Choice* choices = nullptr;  // For a replay; in any order.
  uint64_t choice_count = 0;
  uint64_t replayed = 0;  // For "redraw": decisions that follow the choices.
  Script script;
  StepLog* steps = nullptr;    // If not null it is kept, from script.branch on.
  bool log_decisions = false;  // Scheduler::decision_log() is kept.
};

// "No preemption before the next decision."
inline constexpr uint64_t kNoAccessGap = ~uint64_t{0};
// "At every access that another thread may see": one to the thread's own stack
// counts when another thread has touched it before, in this run.
inline constexpr uint64_t kEveryAccess = 0;

// Pure function of RunStart and of the questions asked. Never allocates. Called
// with no fiber switch in between; not reentrant.
class ChoiceSource {
 public:
  constexpr ChoiceSource() = default;
  ChoiceSource(const ChoiceSource&) = delete;
  ChoiceSource& operator=(const ChoiceSource&) = delete;

  virtual void BeginRun(const RunStart& start) = 0;

  // An option of `point`, in [0, point.size()). Called only when there are at
  // least two. `point.key.stream` is kAccess when AccessGap() led here.
  virtual uint32_t PickThread(const SchedulingPoint& point) = 0;

  // A value in [0, options); `options` is at least 2, or 0 for 2^64.
  virtual uint64_t PickValue(const ChoiceKey& key, uint64_t options) = 0;

  // After how many more plain accesses of `current` it may be preempted
  // (PickThread is asked then, with the access as its pending operation), or
  // kEveryAccess. `accesses` counts those of the run so far. Asked after every
  // decision that leaves somebody else ready, and after each such question.
  virtual uint64_t AccessGap(const Candidate& current, uint64_t accesses) = 0;

  // ---- For sources that look at every event ----

  // Whether Alone() shall be called, as long as other threads exist.
  virtual bool WatchesEvents() const { return false; }
  // Whether AccessGap() shall then be asked also while nobody else is ready.
  virtual bool WatchesAccesses() const { return WatchesEvents(); }
  // `thread` performs its pending operation; nobody else could have run.
  virtual void Alone(Candidate&) {}
  // What this run has shown; null if nothing is worth telling.
  virtual const Observation* Observe() { return nullptr; }
  // What it did, if anybody wants to know.
  virtual const RunBehaviour* Behave() { return nullptr; }
  // Which of a portfolio's strategies is on, from 1; 0 if it is none.
  virtual uint8_t Turn() const { return 0; }

 protected:
  ~ChoiceSource() = default;  // Sources are static objects.
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_CHOICE_CHOICE_SOURCE_H_
