// A small program to explore without a process: a few threads of numbered
// operations whose interleaving is decided by keyed choices, as in the real
// runtime, and a predicate over the order in which they ran.
#ifndef DETSIM_TEST_RUNTIME_EXPLORE_MODEL_PROGRAM_H_
#define DETSIM_TEST_RUNTIME_EXPLORE_MODEL_PROGRAM_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/explore/executor.h"
#include "runtime/explore/failure_identity.h"

namespace detsim::runtime {

struct ModelStep {
  int thread = 0;
  int operation = 0;  // From 1, per thread.
};

struct ModelOptions {
  int threads = 3;
  int operations = 20;
  // The verdict and the place of a run, from its steps. `earlier` counts the
  // runs before it in the same process.
  std::function<Verdict(const std::vector<ModelStep>& steps, int earlier)>
      judge;
  std::function<uint64_t(const std::vector<ModelStep>& steps)> place;
};

class ModelProgram : public Executor {
 public:
  explicit ModelProgram(ModelOptions options) : options_(std::move(options)) {}

  std::optional<std::vector<RunResult>> Run(const RunRequest& request) override;
  std::string error() const override { return broken_ ? "broken" : ""; }

  // Runs performed so far.
  uint64_t runs() const { return runs_; }
  // From now on every request fails.
  void Break() { broken_ = true; }
  // Every run gets another trace hash: not under control.
  void Disturb() { disturbed_ = true; }

  static ThreadKey KeyOf(int thread);

 private:
  RunResult RunOne(const RunRequest& request, uint64_t seed, int earlier);

  ModelOptions options_;
  uint64_t runs_ = 0;
  bool broken_ = false;
  bool disturbed_ = false;
};

// Trusts the verdict; the place is the failure's address.
class ModelClassifier : public FailureClassifier {
 public:
  Verdict Judge(const RunResult& result) override {
    return result.summary.verdict;
  }
  FailureIdentity Identify(const RunResult& result) override {
    return {.kind = result.summary.verdict,
            .test = "Model",
            .place = std::to_string(result.failure_pc),
            .message = result.message};
  }
};

// The index of that step, or -1.
int IndexOf(const std::vector<ModelStep>& steps, int thread, int operation);

}  // namespace detsim::runtime

#endif  // DETSIM_TEST_RUNTIME_EXPLORE_MODEL_PROGRAM_H_
