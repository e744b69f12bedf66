#include "runtime/worker/child.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/base/check.h"
#include "runtime/strategy/strategies.h"
#include "runtime/worker/endings.h"
#include "runtime/worker/output_capture.h"
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
    return call->program->main(count, call->arguments,
                               call->program->environment);
  }
};

void RunSeed(const Program& program, const WorkerRequest& request,
             uint64_t seed) {
  if (program.temporary_directory != nullptr) {
    EmptyDirectory(program.temporary_directory);
  }
  StartCapture();
  child.seed = seed;
  child.with_detail = request.count == 1 || request.record_trace;
  child.with_events = request.record_trace;
  MainCall call = {&program, &request, {}};
  RunPlan plan;
  plan.source = FindStrategy(request.strategy);
  plan.start = {.seed = seed,
                .profile = request.profile,
                .options = request.options,
                .choices = request.choices,
                .choice_count = request.choice_count};
  plan.trace = request.record_trace;
  plan.body = &MainCall::Run;
  plan.context = &call;
  plan.end_run = &EndRunHere;
  RunOutcome outcome = RunOnce(plan);
  FinishRun({.verdict = outcome.verdict,
             .message = outcome.message,
             .exit_code = outcome.exit_code,
             .child_ended = scheduler.live_threads() != 0});
}

}  // namespace

void FinishRun(const RunEnding& ending) {
  RunEnding complete = ending;
  complete.with_detail = child.with_detail;
  complete.with_events = child.with_events;
  bool wants_output = IsFailure(ending.verdict) || child.with_detail;
  FinishRecord(child.batch, child.seed, complete,
               wants_output ? CapturedOutput() : std::string_view());
}

void PerformRuns(const Program& program, const WorkerRequest& request,
                 uint32_t first, uint32_t last, BatchRecord* batch) {
  child.batch = batch;
  scheduler.set_vital_signs(&batch->signs);
  InstallEndings();
  RedirectOutput();
  for (uint32_t i = first; i < last; ++i) {
    batch->current = i;
    batch->signs.decisions = batch->signs.decisions + 1;
    RunSeed(program, request, request.first_seed + i);
    const RunSummary& summary = batch->slots[i].summary;
    if (summary.child_ended != 0) break;
    if (request.stop_at_failure && IsFailure(summary.verdict)) break;
  }
  _exit(0);
}

}  // namespace detsim::runtime
