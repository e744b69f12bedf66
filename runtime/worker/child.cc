#include "runtime/worker/child.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/base/check.h"
#include "runtime/strategy/observed.h"
#include "runtime/strategy/strategies.h"
#include "runtime/worker/call_watch.h"
#include "runtime/worker/endings.h"
#include "runtime/worker/output_capture.h"
#include "runtime/worker/page_snapshot.h"
#include "runtime/worker/process_state.h"
#include "runtime/worker/signals.h"
#include "runtime/worker/temporary_directory.h"
#include "runtime/world/world.h"

namespace detsim::runtime {
namespace {

// What the endings (endings.h) need to know while a run is on.
struct ChildState {
  BatchRecord* batch = nullptr;
  uint64_t seed = 0;
  bool with_detail = false;
  bool with_events = false;
  bool with_steps = false;
  bool pages_put_back = false;
};
constinit ChildState child;

// main() may change the array it is given, so each run gets a fresh one.
struct MainCall {
  const Program* program;
  const WorkerRequest* request;
  char* arguments[kArgumentsMax + 2];

  static int Run(void* context) {
    auto* call = static_cast<MainCall*>(context);
    int count = 0;
    call->arguments[count++] = call->program->name;
    for (uint32_t i = 0; i < call->request->argument_count; ++i) {
      call->arguments[count++] = call->request->arguments[i];
    }
    call->arguments[count] = nullptr;
    int code =
        call->program->main(count, call->arguments, call->program->environment);
    // A child that the program forked is not the run; it ends as anywhere.
    if (code == 0 && !scheduler.forked_child()) ExitAfterMain();
    return code;
  }
};

bool IsGuided(const WorkerRequest& request) {
  return FindStrategy(request.strategy) == &GuidedSource();
}

// A search's scripts are its source's; to branch is not the strategy's affair.
ChoiceSource* SourceOf(const WorkerRequest& request) {
  ChoiceSource* source = FindStrategy(request.strategy);
  bool branches = request.script_count != 0 && !IsGuided(request);
  if (!request.observes && !branches) return source;
  return &Observed(source, request.known);
}

// Performs one run and completes its record. True when it was abandoned.
bool RunSeed(const Program& program, const WorkerRequest& request,
             uint64_t seed) {
  if (!child.batch->outside_is_as_before) {
    if (program.temporary_directory != nullptr) {
      EmptyDirectory(program.temporary_directory);
    }
    program.private_files.Restore();
    StartCapture();
  }
  child.seed = seed;
  child.with_steps = request.script_count != 0 && IsGuided(request);
  child.with_detail =
      request.count == 1 || request.record_trace || child.with_steps;
  child.with_events = request.record_trace;
  MainCall call = {&program, &request, {}};
  RunPlan plan;
  plan.source = SourceOf(request);
  plan.start = {.seed = seed,
                .profile = request.profile,
                .options = request.options,
                .choices = request.choices,
                .choice_count = request.choice_count,
                .replayed = request.replayed,
                .log_decisions = request.log_decisions};
  if (request.script_count != 0) {
    ReadScript(request, seed - request.first_seed, &plan.start);
  }
  if (child.with_steps) plan.start.steps = &scheduler.step_log();
  plan.trace = request.record_trace;
  const uint64_t every = request.find_races_every;
  plan.find_races = every != 0 && seed % every == 1 % every;
  plan.race_watches = request.race_watches;
  plan.race_watch_count = request.race_watch_count;
  plan.body = &MainCall::Run;
  plan.context = &call;
  plan.end_run = &EndRunHere;
  BeginCallWatch();
  RunOutcome outcome = RunOnce(plan);
  if (outcome.abandoned) return true;
  // A child that the program forked returned from main: it ends as anywhere
  // else, the run is its parent's.
  if (scheduler.forked_child()) exit(outcome.exit_code);
  FinishRun({.verdict = outcome.verdict,
             .message = outcome.message,
             .exit_code = outcome.exit_code});
  return false;
}

// Performs run `index` and puts the process image back. False when this
// process cannot be used any more.
bool RunIsolated(const Program& program, const WorkerRequest& request,
                 uint32_t index) {
  child.batch->current = index;
  child.batch->signs.decisions = child.batch->signs.decisions + 1;
  bool abandoned = RunSeed(program, request, request.first_seed + index);
  // A run may have been abandoned in a signal's handler, whose mask stays.
  const bool calls = EndCallWatch() || abandoned;
  child.batch->outside_is_as_before = !calls;
  if (!calls) return RestorePages(RunCalls::kNone);
  RestoreSignalHandlers();
  if (!RestorePages(RunCalls::kSome) || !RestoreProcess()) return false;
  // A handler that has been entered is gone (SA_RESETHAND).
  if (abandoned) InstallSignalHandlers();
  return true;
}

// The same run twice must be the same run; else what a run leaves behind is
// not all in what is put back (a file, the kernel).
bool PassesSelfTest(const Program& program, const WorkerRequest& request,
                    uint32_t index) {
  BatchRecord* batch = child.batch;
  RunSummary summaries[2];
  for (RunSummary& summary : summaries) {
    uint64_t detail_used = batch->detail_used;
    if (!RunIsolated(program, request, index) || HasKernelThreads()) {
      return false;
    }
    summary = batch->slots[index].summary;
    batch->finished = index;
    batch->detail_used = detail_used;
  }
  return memcmp(&summaries[0], &summaries[1], sizeof summaries[0]) == 0;
}

// MADV_POPULATE_WRITE of Linux 5.14; without it they are faulted in as used.
void PopulateSlots(BatchRecord* batch, uint32_t first, uint32_t last) {
  constexpr int kPopulateWrite = 23;
  constexpr uintptr_t kPageMask = 4095;
  auto begin = reinterpret_cast<uintptr_t>(batch->slots + first) & ~kPageMask;
  auto end = reinterpret_cast<uintptr_t>(batch->slots + last);
  madvise(reinterpret_cast<void*>(begin), end - begin, kPopulateWrite);
}

[[noreturn]] void PerformBatch(const Program& program,
                               const WorkerRequest& request, uint32_t first,
                               uint32_t last) {
  BatchRecord* batch = child.batch;
  // A source maps what it needs when it begins its first run.
  SourceOf(request)->BeginRun(RunStart{});
  RememberProcess();
  // A page fault amid the runs means a search for what they have written.
  PopulateSlots(batch, first, last);
  PrepareCallWatch();
  WatchSignalHandlers();
  child.pages_put_back = true;
  if (!TakePageSnapshot()) {
    batch->isolation = Isolation::kFork;
    _exit(0);
  }
  if (batch->isolation == Isolation::kUntested) {
    bool passes = PassesSelfTest(program, request, first);
    batch->isolation = passes ? Isolation::kPages : Isolation::kFork;
    _exit(0);  // A batch has a process that nothing has run in.
  }
  for (uint32_t i = first; i < last; ++i) {
    if (!RunIsolated(program, request, i)) break;
    bool failed = IsFailure(batch->slots[i].summary.verdict);
    if (failed && request.stop_at_failure) break;
  }
  _exit(0);
}

}  // namespace

void FinishRun(const RunEnding& ending) {
  RunEnding complete = ending;
  // A run that passed with a message called exit(0), perhaps amid a test: the
  // tool judges that by the output.
  complete.with_detail = child.with_detail || !ending.message.empty();
  complete.with_events = child.with_events;
  complete.with_steps = child.with_steps;
  bool wants_output = IsFailure(ending.verdict) || complete.with_detail;
  FinishRecord(child.batch, child.seed, complete,
               wants_output ? CapturedOutput() : std::string_view());
}

StopReason StoppedBecause() { return child.batch->signs.stop; }

void EndRunProcess() {
  if (child.pages_put_back) AbandonRun();
  _exit(0);
}

void PerformRuns(const Program& program, const WorkerRequest& request,
                 uint32_t first, uint32_t last, BatchRecord* batch) {
  child.batch = batch;
  batch->outside_is_as_before = false;  // Nobody has looked in this process.
  scheduler.set_vital_signs(&batch->signs);
  InstallEndings();
  RedirectOutput();
  if (batch->isolation != Isolation::kFork) {
    PerformBatch(program, request, first, last);
  }
  batch->current = first;
  batch->signs.decisions = batch->signs.decisions + 1;
  RunSeed(program, request, request.first_seed + first);
  _exit(0);
}

}  // namespace detsim::runtime
