#include "runtime/explore/cause.h"

#include <algorithm>
#include <map>
#include <utility>

#include "runtime/explore/confirm.h"

namespace detsim::runtime {
namespace {

// Points at first, equally far apart.
constexpr uint64_t kGrid = 16;
// Before and after each unusual decision, if there are at most so many.
constexpr size_t kUnusualMax = 16;
// Points in one round of closing in.
constexpr uint64_t kRound = 3;
// Seeds of one request: points are shared out in such pieces.
constexpr uint32_t kPiece = 25;
// Requests between two looks at whether to stop.
constexpr size_t kRequestsAtOnce = 16;
// At one point, if they are long.
constexpr uint64_t kRunsMin = 8;

class Search {
 public:
  Search(const RunRequest& failing, const RunResult& failure,
         const FailureIdentity& identity, const CauseOptions& options,
         Executor* executor, FailureClassifier* classifier)
      : request_(ReplayRequest(failing, failure.choices)),
        failure_(failure),
        identity_(identity),
        options_(options),
        executor_(executor),
        classifier_(classifier) {
    request_.strategy = "redraw";
    request_.record_trace = false;
    // Its processes are fresh where they must be, see Isolation.
    request_.fork_each = false;
    request_.race_watches.clear();
    if (identity.kind != Verdict::kDataRace) request_.find_races_every = 0;
    uint64_t steps = 1 + failure.summary.steps + failure.summary.accesses / 20;
    runs_ = std::min<uint64_t>(std::max(options.steps_max / steps, kRunsMin),
                               options.runs_max);
  }

  std::optional<Cause> Run() {
    uint64_t end = failure_.summary.decisions;
    points_[end] = {.decisions = end, .runs = 1, .failed = 1};
    Look(FirstPoints());
    while (!stopped_ && !broken_) {
      auto [before, after] = Gap();
      if (after - before <= 1) break;
      std::vector<uint64_t> points;
      for (uint64_t i = 1; i <= kRound; ++i)
        points.push_back(before + (after - before) * i / (kRound + 1));
      Look(std::move(points));
    }
    if (broken_) return std::nullopt;
    Cause cause;
    cause.complete = !stopped_;
    for (const auto& [decisions, point] : points_)
      cause.points.push_back(point);
    auto [before, after] = Gap();
    if (!stopped_ && after == before + 1) cause.decision = before;
    return cause;
  }

 private:
  // The last point at which it could still be avoided, and the next. Both are
  // the first one when it never could.
  std::pair<uint64_t, uint64_t> Gap() const {
    auto after = points_.end();
    while (after != points_.begin()) {
      auto point = std::prev(after);
      if (point->second.share() < kCertainShare)
        return {point->first, after->first};
      after = point;
    }
    return {after->first, after->first};
  }

  std::vector<uint64_t> FirstPoints() const {
    std::vector<uint64_t> points;
    uint64_t end = failure_.summary.decisions;
    for (uint64_t i = 0; i < kGrid; ++i) points.push_back(end * i / kGrid);
    if (failure_.choices.size() > kUnusualMax) return points;
    for (uint64_t i = 0; i < failure_.decision_events.size(); ++i) {
      uint32_t event = failure_.decision_events[i];
      // Of several decisions at one event the last may be unusual.
      bool last = i + 1 == failure_.decision_events.size() ||
                  failure_.decision_events[i + 1] != event;
      if (last && event < failure_.events.size() &&
          failure_.events[event].choice_stream != kNoChoice) {
        points.push_back(i);
        points.push_back(i + 1);
      }
    }
    return points;
  }

  // Runs what is not known yet of `points`.
  void Look(std::vector<uint64_t> points) {
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    std::vector<RunRequest> requests;
    for (uint64_t point : points) {
      if (points_.contains(point)) continue;
      request_.replayed = point;
      for (uint64_t begin = 0; begin < runs_; begin += kPiece) {
        request_.first_seed = 1 + begin;
        request_.count =
            static_cast<uint32_t>(std::min<uint64_t>(kPiece, runs_ - begin));
        requests.push_back(request_);
        if (requests.size() == kRequestsAtOnce) Perform(&requests);
      }
    }
    Perform(&requests);
    // A point that was cut short would be another with more workers.
    std::erase_if(points_, [&](const auto& entry) {
      return entry.second.runs < runs_ &&
             entry.first != failure_.summary.decisions;
    });
  }

  void Perform(std::vector<RunRequest>* requests) {
    if (options_.stop && options_.stop()) stopped_ = true;
    if (!stopped_ && !broken_ && !requests->empty()) {
      auto all = executor_->RunAll(*requests);
      broken_ = !all;
      for (size_t i = 0; !broken_ && i < requests->size(); ++i)
        Count((*requests)[i].replayed, (*all)[i]);
    }
    requests->clear();
  }

  void Count(uint64_t decisions, const std::vector<RunResult>& results) {
    CausePoint& point = points_[decisions];
    point.decisions = decisions;
    for (const RunResult& result : results) {
      ++point.runs;
      if (IsFailure(classifier_->Judge(result)) &&
          classifier_->Identify(result) == identity_)
        ++point.failed;
    }
  }

  RunRequest request_;
  const RunResult& failure_;
  const FailureIdentity& identity_;
  const CauseOptions& options_;
  Executor* executor_;
  FailureClassifier* classifier_;
  uint64_t runs_ = 0;  // At each point.
  std::map<uint64_t, CausePoint> points_;
  bool stopped_ = false;
  bool broken_ = false;
};

}  // namespace

std::optional<Cause> FindCause(const RunRequest& failing,
                               const RunResult& failure,
                               const FailureIdentity& identity,
                               const CauseOptions& options, Executor* executor,
                               FailureClassifier* classifier) {
  return Search(failing, failure, identity, options, executor, classifier)
      .Run();
}

}  // namespace detsim::runtime
