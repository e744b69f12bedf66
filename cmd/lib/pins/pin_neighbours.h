// The neighbourhood of a pin: runs that begin as the pinned one does, up to one
// of its choices, and go on as chance has it. A fix that only moves the failure
// to another schedule passes the pin and shows here.
#ifndef DETSIM_CMD_LIB_PINS_PIN_NEIGHBOURS_H_
#define DETSIM_CMD_LIB_PINS_PIN_NEIGHBOURS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "cmd/lib/pins/pin_run.h"
#include "cmd/lib/sweep_report.h"
#include "runtime/explore/executor.h"
#include "runtime/explore/failure_identity.h"
#include "runtime/explore/sweep.h"

namespace detsim::cmd {

struct NeighbourOptions {
  uint64_t runs = 1000;
  uint64_t first_seed = 1;
  uint64_t max_failures = 20;  // Of one identity; 0 is no limit.
  std::function<bool()> stop;  // Asked between runs; null: never.
};

struct PinNeighbours {
  runtime::SweepResult result;
  std::vector<PinPrefix> prefixes;  // From none to all of the choices.
  bool complete = false;            // Not stopped; failures may have ended it.
};

// As many runs after each prefix, by turns, the longest first. What is found
// does not depend on the executor's width. Nothing when it broke.
std::optional<PinNeighbours> RunNeighbours(
    const PinRun& pin, const NeighbourOptions& options,
    runtime::Executor* executor, runtime::FailureClassifier* classifier);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_PINS_PIN_NEIGHBOURS_H_
