// Is a failure real? Two replays of its recorded choices in fresh processes
// must fail in the same way with the same trace; that fresh run, not the one
// found, becomes the artifact. A process that was killed took its choices with
// it, and a run may have more than are recorded: both are run from their seed
// instead. A failure that needs what earlier runs
// left behind in the process is replayed from the first seed of its batch.
#ifndef DETSIM_RUNTIME_EXPLORE_CONFIRM_H_
#define DETSIM_RUNTIME_EXPLORE_CONFIRM_H_

#include <optional>
#include <string>

#include "runtime/explore/executor.h"
#include "runtime/explore/failure_identity.h"
#include "runtime/explore/sweep.h"

namespace detsim::runtime {

enum class Confirmed {
  kReplays,         // The choices alone reproduce it.
  kCarriedState,    // Needs the earlier seeds of its batch.
  kNotTried,        // Interrupted, or the executor broke.
  kNondeterminism,  // The same choices gave something else.
};

struct Confirmation {
  Confirmed status = Confirmed::kNondeterminism;
  RunRequest request;      // Reproduces it; its last result is the failure.
  RunResult result;        // Of the request.
  std::string difference;  // For kNondeterminism: what parted from what.
};

// False for a run with more unusual choices than kChoicesMax: its record alone
// does not replay it.
bool HasAllChoices(const RunResult& run);

// A request that replays `choices` in a fresh process, with its trace.
RunRequest ReplayRequest(const RunRequest& original,
                         std::vector<Choice> choices);

// Makes the next run of `request` keep the stacks of the earlier accesses of
// the races in `result`, a run of the same request.
void WatchRaces(const RunResult& result, RunRequest* request);

// How `a` and `b` differ, in words; empty when the same identity and hash.
std::string DifferenceOf(const RunResult& a, const RunResult& b,
                         FailureClassifier* classifier);

// Nothing when the executor broke.
std::optional<Confirmation> Confirm(const SweepFailure& failure,
                                    Executor* executor,
                                    FailureClassifier* classifier);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_CONFIRM_H_
