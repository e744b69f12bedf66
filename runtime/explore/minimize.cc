#include "runtime/explore/minimize.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/explore/confirm.h"
#include "runtime/explore/schedule_search.h"
#include "runtime/explore/search_phase.h"
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

uint64_t WorkOf(const RunResult& run) {
  return run.summary.steps + run.summary.accesses / 20;
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
        best_choices_(failure.choices),
        best_(failure) {
    request_.first_seed = failure.summary.seed;
  }

  std::vector<Thread> threads() const override {
    std::vector<Thread> threads;
    for (const ThreadReport& thread : best_.threads)
      threads.push_back({.key = thread.key});
    for (const Event& event : best_.events) {
      if (event.task < threads.size()) ++threads[event.task].operations;
    }
    return threads;
  }
  bool exhausted() const override { return exhausted_; }
  uint64_t order() const override { return order_; }
  void set_order(uint64_t order) { order_ = order; }
  bool broken() const { return broken_; }
  uint64_t runs() const { return runs_; }
  const std::string& difference() const { return difference_; }
  // The smallest record that has failed each time, and its run.
  const Choices& best_choices() const { return best_choices_; }
  RunResult TakeBest() { return std::move(best_); }

  std::optional<Accepted> First(size_t count,
                                const Candidates& candidates) override {
    for (size_t i = 0; i < count && !exhausted_; ++i) {
      std::optional<Choices> candidate = candidates(i);
      if (!candidate) continue;
      auto known = tried_.find(HashOf(*candidate));
      // A run is a function of its choices: no need to ask twice.
      if (known == tried_.end()) {
        if (options_.stop && options_.stop()) exhausted_ = true;
        if (exhausted_ || !RunAhead(i, count, candidates)) return std::nullopt;
        known = tried_.find(HashOf(*candidate));
      }
      Outcome& outcome = known->second;
      if (!Count(&outcome)) return std::nullopt;
      if (!outcome.left) continue;
      if (!outcome.confirmed && !Confirm(*outcome.left)) return std::nullopt;
      outcome.confirmed = true;
      return Accepted{i, *outcome.left};
    }
    return std::nullopt;
  }

  // Looks for a record with fewer choices than the best one: the first that
  // fails has the fewest.
  void SearchBelow() {
    const RunSummary& smallest = best_.summary;
    uint64_t events = std::max<uint64_t>(smallest.steps + smallest.accesses, 1);
    uint64_t runs_max =
        std::min(options_.below_runs, options_.below_events / events);
    if (best_choices_.size() < 2 || runs_max == 0) return;
    SearchPhase phase(MakeSearch(kBounded, request_.options, runs_max),
                      runs_max);
    while (!exhausted_ && phase.result().bound + 1 <
                              static_cast<int64_t>(best_choices_.size())) {
      if (options_.stop && options_.stop()) return;
      std::vector<RunResult> runs;
      if (!RunScripts(phase.NextBatch(kScriptsAtOnce), &runs)) return;
      for (const RunResult& run : runs) {
        if (++runs_ >= options_.runs_max) return;
        phase.Merge(run);
        if (FailsInTheSameWay(run) && HasAllChoices(run) &&
            run.choices.size() < best_choices_.size() &&
            First(1, [&run](size_t) { return run.choices; }))
          return;
      }
    }
  }

  // Leaves out each choice of the best record once more, whatever is known.
  bool IsOneMinimal() {
    if (exhausted_) return false;
    Candidates without_one = WithoutOne(best_choices_);
    std::vector<RunRequest> requests;
    for (size_t i = 0; i < best_choices_.size(); ++i)
      requests.push_back(RequestFor(*without_one(i)));
    auto all = executor_->RunAll(requests);
    if (!all) return Break();
    runs_ += requests.size();
    for (const std::vector<RunResult>& results : *all) {
      if (!FailsInTheSameWay(results.back())) continue;
      difference_ = "a record that passed before fails now";
      return false;
    }
    return true;
  }

  // Replays the best record with all that a report needs.
  void Finish(RunRequest* request) {
    request_.race_watches.clear();
    *request = RequestFor(best_choices_);
    request->record_trace = true;
    auto first = executor_->Run(*request);
    if (first && !first->empty()) WatchRaces(first->back(), request);
    auto second = executor_->Run(*request);
    if (!first || first->empty() || !second || second->empty()) {
      Break();
    } else if (Agree(first->back(), second->back())) {
      best_ = std::move(second->back());
    }
  }

 private:
  static constexpr size_t kScriptsAtOnce = 32;

  struct Outcome {
    std::optional<Choices> left;  // Of the candidate, if it failed.
    uint64_t work = 0;
    bool counted = false;  // Not as long as it has only been run ahead.
    bool confirmed = false;
  };

  bool Break() {
    exhausted_ = broken_ = true;
    return false;
  }

  RunRequest RequestFor(Choices choices) const {
    RunRequest request = request_;
    request.record_trace = false;
    request.choices = std::move(choices);
    return request;
  }

  // As many as run at the same time; false when there are none.
  bool RunScripts(std::vector<RunScript> scripts,
                  std::vector<RunResult>* runs) {
    std::vector<RunRequest> requests(
        std::min(scripts.size(), static_cast<size_t>(executor_->width())),
        RequestFor({}));
    for (size_t i = 0; i < scripts.size(); ++i) {
      RunRequest& request = requests[i * requests.size() / scripts.size()];
      request.scripts.push_back(std::move(scripts[i]));
    }
    for (RunRequest& request : requests) {
      request.strategy = kGuided;
      request.count = static_cast<uint32_t>(request.scripts.size());
    }
    auto all = executor_->RunAll(requests);
    if (!all) return Break();
    for (std::vector<RunResult>& part : *all)
      std::move(part.begin(), part.end(), std::back_inserter(*runs));
    return !runs->empty();
  }

  bool FailsInTheSameWay(const RunResult& run) {
    return IsFailure(classifier_->Judge(run)) &&
           classifier_->Identify(run) == identity_;
  }

  // Runs candidate `i` and, at the same time, some of those that come next if
  // it does not fail.
  bool RunAhead(size_t i, size_t count, const Candidates& candidates) {
    std::vector<RunRequest> requests;
    std::vector<uint64_t> hashes;
    auto width = static_cast<size_t>(executor_->width());
    for (; i < count && requests.size() < width; ++i) {
      std::optional<Choices> candidate = candidates(i);
      if (!candidate) continue;
      uint64_t hash = HashOf(*candidate);
      if (tried_.contains(hash) ||
          std::find(hashes.begin(), hashes.end(), hash) != hashes.end())
        continue;
      hashes.push_back(hash);
      requests.push_back(RequestFor(std::move(*candidate)));
    }
    auto all = executor_->RunAll(requests);
    if (!all) return Break();
    for (size_t k = 0; k < requests.size(); ++k) {
      RunResult& run = (*all)[k].back();
      Outcome& outcome = tried_[hashes[k]];
      outcome.work = WorkOf(run);
      if (!FailsInTheSameWay(run)) continue;
      // What the run took leaves out the keys it never reached.
      bool fewer = SizeOf(run.choices) <= SizeOf(requests[k].choices);
      outcome.left = std::move(fewer ? run.choices : requests[k].choices);
    }
    return true;
  }

  // False when the limits do not allow for it any more.
  bool Count(Outcome* outcome) {
    if (outcome->counted) return true;
    if (runs_ >= options_.runs_max || work_ >= options_.steps_max) {
      exhausted_ = true;
      return false;
    }
    outcome->counted = true;
    ++runs_;
    work_ += outcome->work;
    return true;
  }

  // Runs a record that failed twice more, each time in a fresh process.
  bool Confirm(const Choices& choices) {
    std::vector<RunRequest> requests(2, RequestFor(choices));
    requests.back().record_trace = true;
    auto all = executor_->RunAll(requests);
    if (!all) return Break();
    runs_ += requests.size();
    RunResult& run = all->back().back();
    work_ += 2 * WorkOf(run);
    if (!Agree(all->front().back(), run)) return false;
    if (SizeOf(choices) < SizeOf(best_choices_)) {
      best_choices_ = choices;
      best_ = std::move(run);
    }
    return true;
  }

  // Two runs of the same choices fail as they have to, and are the same.
  bool Agree(const RunResult& a, const RunResult& b) {
    difference_ = DifferenceOf(a, b, classifier_);
    if (difference_.empty() && !FailsInTheSameWay(b))
      difference_ = "what failed before does not fail in that way any more";
    if (!difference_.empty()) exhausted_ = true;
    return difference_.empty();
  }

  RunRequest request_;
  const FailureIdentity& identity_;
  const MinimizeOptions& options_;
  Executor* executor_;
  FailureClassifier* classifier_;
  std::unordered_map<uint64_t, Outcome>
      tried_;  // By the hash of the candidate.
  Choices best_choices_;
  RunResult best_;
  std::string difference_;
  uint64_t order_ = 0;
  uint64_t runs_ = 0;
  uint64_t work_ = 0;
  bool exhausted_ = false;
  bool broken_ = false;
};

// Several descents from one record may lead to different places; the search
// remembers the smallest.
void Descend(const Choices& start, const MinimizeOptions& options,
             Search* search) {
  for (uint64_t order = 0; order < options.descents_max; ++order) {
    search->set_order(order);
    Shrink(search, start);
    // A reader follows two surprises at once without help.
    if (search->exhausted() || search->best_choices().size() <= 2 ||
        search->runs() >= options.descent_runs)
      break;
  }
}

}  // namespace

std::optional<Minimized> Minimize(const RunRequest& failing,
                                  const RunResult& failure,
                                  const FailureIdentity& identity,
                                  const MinimizeOptions& options,
                                  Executor* executor,
                                  FailureClassifier* classifier) {
  Search search(failing, failure, identity, options, executor, classifier);
  Descend(failure.choices, options, &search);
  search.SearchBelow();
  Minimized minimized;
  minimized.one_minimal = search.IsOneMinimal();
  if (!search.broken() && search.difference().empty())
    search.Finish(&minimized.request);
  else
    minimized.request = ReplayRequest(failing, search.best_choices());
  if (search.broken()) return std::nullopt;
  minimized.request.first_seed = failure.summary.seed;
  minimized.runs = search.runs();
  minimized.difference = search.difference();
  minimized.one_minimal = minimized.one_minimal && minimized.difference.empty();
  minimized.result = search.TakeBest();
  return minimized;
}

}  // namespace detsim::runtime
