// detsim-test --replay: one stored failure, run again in a fresh process.
#ifndef DETSIM_CMD_LIB_REPLAY_H_
#define DETSIM_CMD_LIB_REPLAY_H_

#include "absl/status/statusor.h"
#include "cmd/lib/artifact.h"
#include "cmd/lib/progress.h"
#include "cmd/lib/test_command.h"

namespace detsim::cmd {

// How a replay compares with what was recorded.
enum class ReplayOutcome {
  kReproduced,    // Same failure; on the same binary also the same trace.
  kOtherFailure,  // Of a binary that has changed.
  kPassesNow,     // Of a binary that has changed.
  kDiffers,       // On the same binary: not as recorded.
};

ReplayOutcome CompareReplay(const Artifact& artifact,
                            const runtime::FailureIdentity* identity,
                            uint64_t trace_hash, bool same_binary);

int ExitCodeOf(ReplayOutcome outcome);

// Builds the project as it was built then, replays and prints the failure.
// Returns the exit code.
absl::StatusOr<int> Replay(TestCommandOptions options, Progress* progress);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_REPLAY_H_
