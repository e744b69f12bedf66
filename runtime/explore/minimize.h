// The minimizer: from the choices of a failing run to few enough to read. It
// drops keyed choices, keeps only what still fails with the same identity, and
// every record it keeps has really been run, and then twice again in fresh
// processes.
//
// What is left of two choices or more is a local minimum: others may fail in
// the same way with fewer. A search from below, over the schedules with 0, 1,
// 2, ... unusual choices (bounded_search.h), looks for one as far as its share
// goes.
//
// Candidates run at the same time where the executor can; which are kept, and
// how many runs are counted, is as if they ran one after the other.
#ifndef DETSIM_RUNTIME_EXPLORE_MINIMIZE_H_
#define DETSIM_RUNTIME_EXPLORE_MINIMIZE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "runtime/explore/executor.h"
#include "runtime/explore/failure_identity.h"
#include "runtime/trace/run_result.h"

namespace detsim::runtime {

struct MinimizeOptions {
  uint64_t runs_max = 4000;
  // Steps of all runs together (a plain access counts a twentieth): some ten
  // seconds of work, counted so that the result never depends on the clock.
  uint64_t steps_max = 200'000'000;
  // Descents from the full record, each dropping in another order; none is
  // begun after so many runs.
  uint64_t descents_max = 6;
  uint64_t descent_runs = 500;
  // Of the search from below; and steps and plain accesses of all its runs,
  // which it logs.
  uint64_t below_runs = 1000;
  uint64_t below_events = 2'000'000;
  // Asked between runs; true ends the search with what there is. Null: never.
  std::function<bool()> stop;
};

struct Minimized {
  RunRequest request;  // Replays the smallest record.
  RunResult result;    // Its run, with the trace.
  uint64_t runs = 0;   // Performed by the search.
  // No single choice can go: each was left out once more at the end.
  bool one_minimal = false;
  // The same choices gave something else: what parted from what. The search
  // ended there, with the last record that failed each time.
  std::string difference;
};

// `failing` replays `failure`, a run with `identity` (see confirm.h). Nothing
// when the executor broke.
std::optional<Minimized> Minimize(const RunRequest& failing,
                                  const RunResult& failure,
                                  const FailureIdentity& identity,
                                  const MinimizeOptions& options,
                                  Executor* executor,
                                  FailureClassifier* classifier);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_MINIMIZE_H_
