// detsim-test --pin and --verify.
#ifndef DETSIM_CMD_LIB_PINS_PIN_COMMAND_H_
#define DETSIM_CMD_LIB_PINS_PIN_COMMAND_H_

#include "absl/status/statusor.h"
#include "cmd/lib/progress.h"
#include "cmd/lib/sweep_report.h"
#include "cmd/lib/test_command.h"

namespace detsim::cmd {

// Makes the stored failure options.pin a pin of the project, after making sure
// that the pin alone brings it back. Returns the exit code.
absl::StatusOr<int> MakePin(TestCommandOptions options, Progress* progress);

// Runs the pin options.verify and options.sweep.trials runs around it, on the
// project as it is now: a sweep of the pin's test, with a verdict.
absl::StatusOr<SweepReport> VerifyPin(const TestCommandOptions& options,
                                      Progress* progress);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_PINS_PIN_COMMAND_H_
