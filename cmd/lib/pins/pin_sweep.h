// The pins of a project: a folder of files, replayed before every sweep.
#ifndef DETSIM_CMD_LIB_PINS_PIN_SWEEP_H_
#define DETSIM_CMD_LIB_PINS_PIN_SWEEP_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "cmd/lib/failure_store.h"
#include "cmd/lib/pins/pin_run.h"
#include "cmd/lib/progress.h"
#include "cmd/lib/project.h"
#include "cmd/lib/sweep_report.h"
#include "cmd/lib/test_runner.h"

namespace detsim::cmd {

// Below the project, and part of it.
inline constexpr char kPinFolder[] = "detsim-regressions";

struct StoredPin {
  std::string path;  // As it is shown.
  Pin pin;
};

// InvalidArgument, in one line, for what is no pin.
absl::StatusOr<StoredPin> ReadPin(const std::string& path);
// All pins of the project in `directory`, by name.
absl::StatusOr<std::vector<StoredPin>> ReadPins(const std::string& directory);

// What performing one needs besides the pin; all of it outlives the call.
struct PinContext {
  const TestCase* test = nullptr;
  const SweepSettings* settings = nullptr;
  const SweepPlace* place = nullptr;
  const ProgramPlaces* places = nullptr;
  FailureReader* reader = nullptr;
  WorkerExecutor* executor = nullptr;
};

// Where a failure of the test is stored, found by `strategy`.
FailureContext StoreOf(const PinContext& context, std::string strategy);

struct PinOutcome {
  size_t test = 0;  // Index into the tests of the sweep.
  PinReport report;
  std::optional<FailureReport> failure;
};

// Runs the pin, and judges: a failure is confirmed by a second run, and stored.
absl::StatusOr<PinOutcome> JudgePin(const StoredPin& stored, const PinRun& run,
                                    const PinContext& context);

// Where `pin` belongs in `tests`; nothing if its test is not among those that
// are selected. InvalidArgument if its program has no such test.
absl::StatusOr<std::optional<size_t>> TestOfPin(
    const StoredPin& stored, const std::vector<TestCase>& tests,
    const Project& project);

// For a pin of a program, or of a test of it, that is not there.
absl::Status NoSuchProgram(const StoredPin& stored);
absl::Status NoSuchTest(const StoredPin& stored);

struct PinSelection {
  std::vector<StoredPin> pins;
  bool all_programs = true;  // None was left out: a pin's has to be there.
};

// Replays those of the pins that belong to `tests`.
absl::StatusOr<std::vector<PinOutcome>> RunPins(
    const PinSelection& selection, const std::vector<TestCase>& tests,
    const Project& project, const SweepSettings& settings,
    const SweepPlace& place, Progress* progress);

// A pin that fails is a failure of its test, once: as the sweep found it, if it
// did.
void AddPins(std::vector<PinOutcome> outcomes, SweepReport* report);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_PINS_PIN_SWEEP_H_
