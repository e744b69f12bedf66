// The seam between algorithms over runs (sweep, minimizer) and whatever
// performs them: a pool of worker processes in the tools, a model in tests.
#ifndef DETSIM_RUNTIME_EXPLORE_EXECUTOR_H_
#define DETSIM_RUNTIME_EXPLORE_EXECUTOR_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/trace/run_result.h"

namespace detsim::runtime {

class Executor {
 public:
  virtual ~Executor() = default;

  // Performs `request` and returns its results in seed order: `count` of them,
  // fewer with `stop_at_failure`. Results are a function of the request alone.
  // Nothing when the worker itself broke; error() says why.
  virtual std::optional<std::vector<RunResult>> Run(
      const RunRequest& request) = 0;

  // Performs all of `requests`, some at the same time where it can; results in
  // their order. Nothing when one of them broke.
  virtual std::optional<std::vector<std::vector<RunResult>>> RunAll(
      const std::vector<RunRequest>& requests) {
    std::vector<std::vector<RunResult>> all;
    for (const RunRequest& request : requests) {
      auto results = Run(request);
      if (!results) return std::nullopt;
      all.push_back(std::move(*results));
    }
    return all;
  }

  // How many requests RunAll() performs at the same time.
  virtual int width() const { return 1; }

  virtual std::string error() const = 0;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_EXECUTOR_H_
