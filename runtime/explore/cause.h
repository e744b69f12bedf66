// Which decision made a failure? A failing run is followed up to some decision
// and everything after it is drawn anew, many times: how often it still fails
// says how much was settled by then. Where that jumps to nearly always, the
// decision before is the cause.
//
// The result is a function of the failing run alone: the points that are looked
// at, and the seeds drawn there, do not depend on how many runs go on at once.
#ifndef DETSIM_RUNTIME_EXPLORE_CAUSE_H_
#define DETSIM_RUNTIME_EXPLORE_CAUSE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "runtime/explore/executor.h"
#include "runtime/explore/failure_identity.h"
#include "runtime/trace/run_result.h"

namespace detsim::runtime {

struct CauseOptions {
  uint32_t runs_max = 100;  // At each point.
  // Of all runs of a point together (a plain access counts a twentieth): bounds
  // the time that long runs take. At least a few are made.
  uint64_t steps_max = 2'000'000;
  // Asked between runs; true ends the search with what there is. Null: never.
  std::function<bool()> stop;
};

// The first `decisions` of the failing run are as they were.
struct CausePoint {
  uint64_t decisions = 0;
  uint32_t runs = 0;    // Whose other decisions were drawn anew.
  uint32_t failed = 0;  // Of them, in the same way.

  double share() const {
    return runs == 0 ? 0 : static_cast<double>(failed) / runs;
  }
};

// From this share on a failure counts as all but certain.
inline constexpr double kCertainShare = 0.9;

struct Cause {
  // In the order of `decisions`. The last is the failing run itself.
  std::vector<CausePoint> points;
  // The decision (from 0) before which it could still be avoided, and from
  // which on it was all but certain. Nothing when it always was.
  std::optional<uint64_t> decision;
  bool complete = false;  // False: stopped before the decision was found.
};

// `failure` is the failing run of `failing`, which replays it with a trace, and
// has `identity`. Nothing when the executor broke.
std::optional<Cause> FindCause(const RunRequest& failing,
                               const RunResult& failure,
                               const FailureIdentity& identity,
                               const CauseOptions& options, Executor* executor,
                               FailureClassifier* classifier);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_CAUSE_H_
