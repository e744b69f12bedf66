// Performs a pin on the program as it is now.
#ifndef DETSIM_CMD_LIB_PINS_PIN_RUN_H_
#define DETSIM_CMD_LIB_PINS_PIN_RUN_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "cmd/lib/failure_reader.h"
#include "cmd/lib/gtest_list.h"
#include "cmd/lib/pins/pin.h"
#include "cmd/lib/worker_executor.h"
#include "runtime/choice/run_options.h"
#include "runtime/trace/run_result.h"

namespace detsim::cmd {

struct PinRun {
  // Replays it; the choices are those of the pin that were asked for.
  runtime::RunRequest request;
  // For each of them: so many decisions end with it.
  std::vector<uint64_t> decisions;
  runtime::RunResult result;
  size_t reached = 0;             // Of the pin's choices.
  std::optional<size_t> missing;  // The first that was not.
};

// Finds one choice after the other, each in a run that makes those before it: a
// choice changes what comes after it alone. As many runs as there are choices,
// and one. `machine` has the limits that are not the pin's. Cancelled, or
// DataLoss when the worker broke.
absl::StatusOr<PinRun> RunPin(const Pin& pin, const TestCase& test,
                              const runtime::RunOptions& machine,
                              const ProgramPlaces& places,
                              WorkerExecutor* executor);

// The first run of `request`, or the error that RunPin gives.
absl::StatusOr<runtime::RunResult> RunOnce(const runtime::RunRequest& request,
                                           WorkerExecutor* executor);

// REQUIRES: `result` has failed, as `reader` sees it.
PinFailure PinFailureOf(const runtime::RunResult& result,
                        const ProgramPlaces& places, FailureReader* reader);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_PINS_PIN_RUN_H_
