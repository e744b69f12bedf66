#include "runtime/explore/minimize.h"

#include <unordered_map>
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
        classifier_(classifier) {
    request_.record_trace = false;
    request_.first_seed = failure.summary.seed;
  }

  bool exhausted() const override { return exhausted_; }
  uint64_t order() const override { return order_; }
  void set_order(uint64_t order) { order_ = order; }
  bool broken() const { return broken_; }
  uint64_t runs() const { return runs_; }

  std::optional<Choices> Run(const Choices& candidate) override {
    if (exhausted_) return std::nullopt;
    // A run is a function of its choices: no need to ask twice.
    auto [known, is_new] = tried_.try_emplace(HashOf(candidate));
    if (!is_new) return known->second;
    if (runs_ >= options_.runs_max || steps_ >= options_.steps_max ||
        (options_.stop && options_.stop())) {
      exhausted_ = true;
      return std::nullopt;
    }
    ++runs_;
    request_.choices = candidate;
    auto results = executor_->Run(request_);
    if (!results || results->empty()) {
      exhausted_ = broken_ = true;
      return std::nullopt;
    }
    const RunResult& run = results->back();
    steps_ += run.summary.steps + run.summary.accesses / 20;
    if (IsFailure(classifier_->Judge(run)) &&
        classifier_->Identify(run) == identity_)
      // What the run took leaves out the keys it never reached.
      known->second =
          run.choices.size() <= candidate.size() ? run.choices : candidate;
    return known->second;
  }

 private:
  RunRequest request_;
  const FailureIdentity& identity_;
  const MinimizeOptions& options_;
  Executor* executor_;
  FailureClassifier* classifier_;
  // By the hash of the candidate: what was left of it if it failed.
  std::unordered_map<uint64_t, std::optional<Choices>> tried_;
  uint64_t order_ = 0;
  uint64_t runs_ = 0;
  uint64_t steps_ = 0;
  bool exhausted_ = false;
  bool broken_ = false;
};

// The smallest record that several descents lead to.
Choices Descend(const Choices& start, const MinimizeOptions& options,
                Search* search) {
  Choices best = start;
  for (uint64_t order = 0; order < options.descents_max; ++order) {
    search->set_order(order);
    Choices choices = start;
    for (const ShrinkPass& pass : ShrinkPasses()) {
      if (search->exhausted()) break;
      choices = pass.run(search, std::move(choices));
    }
    if (choices.size() < best.size()) best = std::move(choices);
    // A reader follows two surprises at once without help.
    if (search->exhausted() || best.size() <= 2 ||
        search->runs() >= options.descent_runs)
      break;
  }
  return best;
}

}  // namespace

std::optional<Minimized> Minimize(const RunRequest& failing,
                                  const RunResult& failure,
                                  const FailureIdentity& identity,
                                  const MinimizeOptions& options,
                                  Executor* executor,
                                  FailureClassifier* classifier) {
  Search search(failing, failure, identity, options, executor, classifier);
  Minimized minimized;
  Choices smallest = Descend(failure.choices, options, &search);
  smallest = DropSingles(&search, std::move(smallest), &minimized.one_minimal);
  minimized.runs = search.runs();
  if (search.broken()) return std::nullopt;

  minimized.request = ReplayRequest(failing, std::move(smallest));
  minimized.request.first_seed = failure.summary.seed;
  auto first = executor->Run(minimized.request);
  if (first && !first->empty()) WatchRaces(first->back(), &minimized.request);
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
