#include "runtime/explore/minimize.h"

#include <unordered_set>
#include <utility>
#include <vector>

#include "runtime/explore/confirm.h"
#include "runtime/explore/shrink_passes.h"

namespace detsim::runtime {
namespace {

uint64_t HashOf(const std::vector<Choice>& choices) {
  uint64_t hash = choices.size();
  auto mix = [&](uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 32;
  };
  for (const Choice& choice : choices) {
    mix(choice.key.thread);
    mix(choice.key.operation);
    mix((uint64_t{choice.key.sub} << 8) |
        static_cast<uint64_t>(choice.key.stream));
    mix(choice.value);
  }
  return hash;
}

class Search : public ShrinkState {
 public:
  Search(const RunRequest& failing, const RunResult& failure,
         const FailureIdentity& identity, const MinimizeOptions& options,
         Executor* executor, FailureClassifier* classifier)
      : request_(ReplayRequest(failing, {})),
        identity_(identity),
        options_(options),
        executor_(executor),
        classifier_(classifier),
        best_(failure.choices) {
    request_.record_trace = false;
    request_.first_seed = failure.summary.seed;
  }

  const std::vector<Choice>& best() const override { return best_; }
  bool exhausted() const override { return exhausted_; }
  bool broken() const { return broken_; }
  uint64_t runs() const { return runs_; }

  bool Try(std::vector<Choice> candidate) override {
    if (exhausted_ || candidate == best_) return false;
    // A run is a function of its choices: no need to ask twice.
    if (!tried_.insert(HashOf(candidate)).second) return false;
    if (runs_ >= options_.runs_max || (options_.stop && options_.stop())) {
      exhausted_ = true;
      return false;
    }
    ++runs_;
    request_.choices = std::move(candidate);
    auto results = executor_->Run(request_);
    if (!results || results->empty()) {
      exhausted_ = broken_ = true;
      return false;
    }
    const RunResult& run = results->back();
    if (!IsFailure(classifier_->Judge(run))) return false;
    if (!(classifier_->Identify(run) == identity_)) return false;
    // What the run took leaves out the keys it never reached. It can also hold
    // choices that the candidate did not (never, if replay is exact).
    best_ = run.choices.size() <= request_.choices.size() ? run.choices
                                                          : request_.choices;
    return true;
  }

 private:
  RunRequest request_;
  const FailureIdentity& identity_;
  const MinimizeOptions& options_;
  Executor* executor_;
  FailureClassifier* classifier_;
  std::vector<Choice> best_;
  std::unordered_set<uint64_t> tried_;
  uint64_t runs_ = 0;
  bool exhausted_ = false;
  bool broken_ = false;
};

}  // namespace

std::optional<Minimized> Minimize(const RunRequest& failing,
                                  const RunResult& failure,
                                  const FailureIdentity& identity,
                                  const MinimizeOptions& options,
                                  Executor* executor,
                                  FailureClassifier* classifier) {
  Search search(failing, failure, identity, options, executor, classifier);
  for (const ShrinkPass& pass : ShrinkPasses()) {
    if (search.exhausted()) break;
    pass.run(&search);
  }
  Minimized minimized;
  minimized.one_minimal = DropSingles(&search);
  minimized.runs = search.runs();
  if (search.broken()) return std::nullopt;

  minimized.request = ReplayRequest(failing, search.best());
  minimized.request.first_seed = failure.summary.seed;
  auto first = executor->Run(minimized.request);
  auto second = executor->Run(minimized.request);
  if (!first || first->empty() || !second || second->empty())
    return std::nullopt;
  if (!DifferenceOf(first->back(), second->back(), classifier).empty() ||
      !IsFailure(classifier->Judge(second->back())) ||
      !(classifier->Identify(second->back()) == identity))
    return std::nullopt;
  minimized.result = std::move(second->back());
  return minimized;
}

}  // namespace detsim::runtime
