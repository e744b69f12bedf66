#include "cmd/lib/pins/pin_run.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"
#include "cmd/lib/pins/pin_places.h"
#include "cmd/lib/pins/pin_text.h"
#include "cmd/lib/printable_text.h"
#include "cmd/lib/trace_story.h"

namespace detsim::cmd {

using runtime::RunRequest;
using runtime::RunResult;

absl::StatusOr<RunResult> RunOnce(const RunRequest& request,
                                  WorkerExecutor* executor) {
  auto results = executor->Run(request);
  if (results && !results->empty()) return std::move(results->front());
  return absl::IsCancelled(executor->status())
             ? executor->status()
             : UntrustedError(executor->error());
}

absl::StatusOr<PinRun> RunPin(const Pin& pin, const TestCase& test,
                              const runtime::RunOptions& machine,
                              const ProgramPlaces& places,
                              WorkerExecutor* executor) {
  PinRun run;
  run.request.arguments = test.arguments;
  run.request.strategy = "replay";
  run.request.first_seed = 0;
  run.request.options = pin.options;
  run.request.options.hang_ms = machine.hang_ms;
  run.request.options.memory_mb = machine.memory_mb;
  run.request.fork_each = true;
  run.request.record_trace = true;
  run.request.log_decisions = true;
  if (pin.failure.kind == runtime::Verdict::kDataRace)
    run.request.find_races_every = 1;
  auto result = RunOnce(run.request, executor);
  if (!result.ok()) return result.status();
  for (size_t i = 0; i < pin.choices.size(); ++i) {
    if (result->decisions.size() == runtime::DecisionLog::kEntriesMax)
      return UntrustedError(absl::StrCat(
          "the run is too long for a pin: it has more than ",
          runtime::DecisionLog::kEntriesMax, " operations and accesses"));
    FoundChoice found =
        PinPlaces(&*result, &places).Find(pin.choices[i], pin.threads);
    if (found.reached)
      ++run.reached;
    else if (!run.missing)
      run.missing = i;
    if (!found.choice) continue;
    run.request.choices.push_back(*found.choice);
    run.decisions.push_back(found.decision + 1);
    result = RunOnce(run.request, executor);
    if (!result.ok()) return result.status();
  }
  run.request.log_decisions = false;
  run.result = std::move(*result);
  return run;
}

PinFailure PinFailureOf(const RunResult& result, const ProgramPlaces& places,
                        FailureReader* reader) {
  FailureText text = reader->Describe(result);
  PinFailure failure;
  failure.kind = text.kind;
  failure.place = RelativeTo(text.place.file, places.project);
  std::string function = ShortFunction(text.place.function);
  if (!function.empty()) absl::StrAppend(&failure.place, ", ", function);
  // As it is read again from the file.
  failure.message = std::string(
      absl::StripAsciiWhitespace(OneLine(reader->Identify(result).message)));
  return failure;
}

}  // namespace detsim::cmd
