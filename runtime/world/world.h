// One run: the program's main function under one choice source, from a fresh
// clock to its end.
#ifndef DETSIM_RUNTIME_WORLD_WORLD_H_
#define DETSIM_RUNTIME_WORLD_WORLD_H_

#include <cstdint>

#include "runtime/choice/choice_source.h"
#include "runtime/choice/verdict.h"
#include "runtime/sched/race_reports.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {

struct RunPlan {
  ChoiceSource* source = nullptr;
  RunStart start;
  bool trace = false;
  bool find_races = false;
  const RaceWatch* race_watches = nullptr;
  uint64_t race_watch_count = 0;
  int (*body)(void* context) = nullptr;  // The program's main.
  void* context = nullptr;
  // Called instead of returning when the run ends before `body` does.
  EndRunFunction end_run = nullptr;
};

struct RunOutcome {
  Verdict verdict = Verdict::kPassed;
  int exit_code = 0;
  const char* message = "";
  bool abandoned = false;  // By AbandonRun; the rest says nothing.
};

// Runs `plan.body` as the main thread, on the main stack, and returns when it
// has returned. Threads it left behind are still there: then the process must
// not be used for another run (scheduler.live_threads()). Not reentrant.
RunOutcome RunOnce(const RunPlan& plan);

// The main function has returned and its exit handlers have run: the end of a
// run whose body does not return. REQUIRES: the main thread runs.
[[noreturn]] void EndMain(int exit_code);

// Leaves a run from wherever it is (a fiber, a signal handler): RunOnce returns
// to its caller. All that the run was doing stays as it is, so the process
// image must be put back before another run (worker/page_snapshot.h).
[[noreturn]] void AbandonRun();

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORLD_WORLD_H_
