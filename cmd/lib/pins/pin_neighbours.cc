#include "cmd/lib/pins/pin_neighbours.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace detsim::cmd {

using runtime::RunRequest;
using runtime::RunResult;
using runtime::Sweep;
using runtime::SweepFailure;
using runtime::Verdict;

namespace {

// Runs of one request.
constexpr uint64_t kBatchMax = 25;

class Search {
 public:
  Search(const PinRun& pin, const NeighbourOptions& options,
         runtime::FailureClassifier* classifier)
      : pin_(pin), options_(options), classifier_(classifier) {
    size_t prefixes = pin.request.choices.size() + 1;
    for (size_t i = 0; i < prefixes; ++i)
      found_.prefixes.push_back({.choices = i});
    batch_ = std::clamp<uint64_t>(options.runs / prefixes, 1, kBatchMax);
    turn_ = prefixes;
  }

  // Everything was run, or enough has failed.
  bool finished() const {
    return ended_ || found_.result.runs == options_.runs;
  }
  // The next runs; none when all are handed out.
  std::optional<RunRequest> Next();
  // The results of the requests of Next(), in their order.
  void Merge(const RunRequest& request, std::vector<RunResult> results);

  PinNeighbours Take(bool complete) {
    found_.complete = complete;
    return std::move(found_);
  }

 private:
  void MergeRun(const RunRequest& request, RunResult* run);
  void MergeFailure(const RunRequest& request, RunResult* run);
  PinPrefix& PrefixOf(const RunRequest& request) {
    return found_.prefixes[request.choices.size()];
  }

  const PinRun& pin_;
  const NeighbourOptions& options_;
  runtime::FailureClassifier* classifier_;
  uint64_t batch_ = 1;
  size_t turn_ = 0;      // The prefix that was handed out last.
  uint64_t handed_ = 0;  // Runs.
  uint64_t hangs_ = 0;
  bool ended_ = false;
  std::unordered_set<uint64_t> hashes_;
  PinNeighbours found_;
};

std::optional<RunRequest> Search::Next() {
  if (handed_ == options_.runs) return std::nullopt;
  turn_ = turn_ == 0 ? pin_.request.choices.size() : turn_ - 1;
  RunRequest request = pin_.request;
  request.strategy = "redraw";
  request.fork_each = request.record_trace = false;
  request.choices.resize(turn_);
  request.replayed = turn_ == 0 ? 0 : pin_.decisions[turn_ - 1];
  request.first_seed = options_.first_seed + handed_;
  request.count =
      static_cast<uint32_t>(std::min(batch_, options_.runs - handed_));
  handed_ += request.count;
  return request;
}

void Search::Merge(const RunRequest& request, std::vector<RunResult> results) {
  for (RunResult& run : results) {
    if (finished()) return;
    MergeRun(request, &run);
  }
}

void Search::MergeRun(const RunRequest& request, RunResult* run) {
  runtime::SweepResult& result = found_.result;
  ++result.runs;
  ++PrefixOf(request).runs;
  result.decisions += run->summary.decisions;
  result.steps += run->summary.steps;
  result.virtual_ns += run->summary.virtual_ns;
  if (hashes_.insert(run->summary.trace_hash).second) ++result.distinct;
  for (const runtime::Escape& escape : run->escapes)
    result.escapes[escape.what] += escape.count;
  if (request.count > 1) {
    bool pages = run->summary.isolation == runtime::Isolation::kPages;
    ++(pages ? result.runs_with_pages_put_back : result.runs_in_own_process);
  }
  Verdict verdict = run->summary.verdict;
  // As in a sweep: what has passed and left nothing to read is not judged.
  if (verdict != Verdict::kPassed || !run->message.empty() ||
      !run->races.empty())
    verdict = classifier_->Judge(*run);
  if (runtime::IsFailure(verdict)) {
    ++PrefixOf(request).failed;
    if (verdict == Verdict::kHang && ++hangs_ >= Sweep::kHangsMax)
      ended_ = true;
    MergeFailure(request, run);
  } else if (verdict == Verdict::kInconclusive) {
    if (++result.inconclusive_runs >= Sweep::kInconclusiveMax) ended_ = true;
  } else if (verdict == Verdict::kSkipped) {
    result.skipped = ended_ = true;
  } else if (run->summary.live_threads > 0) {
    ++result.threads_left;
  }
}

void Search::MergeFailure(const RunRequest& request, RunResult* run) {
  runtime::SweepResult& result = found_.result;
  ++result.failing_runs;
  runtime::FailureIdentity identity = classifier_->Identify(*run);
  auto known =
      std::ranges::find(result.failures, identity, &SweepFailure::identity);
  if (known == result.failures.end()) {
    if (result.failures.size() == Sweep::kIdentitiesMax) {
      ++result.other_failing_runs;
      return;
    }
    known = result.failures.insert(known, {.identity = std::move(identity),
                                           .strategy = request.strategy,
                                           .runs_to_first = result.runs,
                                           .first = std::move(*run),
                                           .batch = request});
  }
  if (++known->runs_failing == options_.max_failures) ended_ = true;
}

}  // namespace

std::optional<PinNeighbours> RunNeighbours(
    const PinRun& pin, const NeighbourOptions& options,
    runtime::Executor* executor, runtime::FailureClassifier* classifier) {
  Search search(pin, options, classifier);
  while (!search.finished()) {
    if (options.stop && options.stop()) return search.Take(/*complete=*/false);
    std::vector<RunRequest> requests;
    while (requests.size() < static_cast<size_t>(executor->width())) {
      auto request = search.Next();
      if (!request) break;
      requests.push_back(std::move(*request));
    }
    auto results = executor->RunAll(requests);
    if (!results) return std::nullopt;
    for (size_t i = 0; i < requests.size(); ++i)
      search.Merge(requests[i], std::move((*results)[i]));
  }
  return search.Take(/*complete=*/true);
}

}  // namespace detsim::cmd
