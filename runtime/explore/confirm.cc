#include "runtime/explore/confirm.h"

#include <cinttypes>
#include <cstdio>
#include <utility>
#include <vector>

namespace detsim::runtime {
namespace {

std::string HashText(uint64_t hash) {
  char text[17];
  std::snprintf(text, sizeof(text), "%016" PRIx64, hash);
  return text;
}

// The last result of `request`; nothing when the executor broke.
std::optional<RunResult> RunLast(const RunRequest& request,
                                 Executor* executor) {
  auto results = executor->Run(request);
  if (!results || results->empty()) return std::nullopt;
  return std::move(results->back());
}

bool FailsAs(const FailureIdentity& identity, const RunResult& result,
             FailureClassifier* classifier) {
  return IsFailure(classifier->Judge(result)) &&
         classifier->Identify(result) == identity;
}

uint64_t IndexInBatch(const SweepFailure& failure) {
  return failure.first.summary.seed - failure.batch.first_seed;
}

// Whether other runs came before it in its process.
bool MayCarryState(const SweepFailure& failure) {
  return IndexInBatch(failure) != 0 &&
         failure.first.summary.isolation != Isolation::kFork;
}

// The batch of `failure`, up to its failing seed.
RunRequest BatchUpTo(const SweepFailure& failure) {
  RunRequest request = failure.batch;
  request.count = static_cast<uint32_t>(IndexInBatch(failure) + 1);
  if (!request.scripts.empty()) request.scripts.resize(request.count);
  request.record_trace = request.count == 1;
  return request;
}

// A process that is killed takes its choices with it, and a long run has more
// than are recorded; its seed makes them anew.
bool LacksChoices(const RunResult& run) {
  bool killed = run.summary.cut_short != 0 && run.summary.steps == 0;
  return killed || !HasAllChoices(run);
}

// Repeats a run alone, in a fresh process, with its trace.
RunRequest AloneRequest(const SweepFailure& failure) {
  RunRequest request = ReplayRequest(failure.batch, failure.first.choices);
  if (LacksChoices(failure.first)) {
    request.strategy = failure.batch.strategy;
    request.choices = failure.batch.choices;  // What "redraw" begins with.
    if (!failure.batch.scripts.empty())
      request.scripts = {failure.batch.scripts[IndexInBatch(failure)]};
  }
  request.first_seed = failure.first.summary.seed;
  return request;
}

}  // namespace

bool HasAllChoices(const RunResult& run) {
  return run.choices.size() >= run.summary.unusual;
}

RunRequest ReplayRequest(const RunRequest& original,
                         std::vector<Choice> choices) {
  RunRequest request = original;
  request.strategy = "replay";
  request.count = 1;
  request.choices = std::move(choices);
  request.scripts.clear();
  request.known.clear();
  request.fork_each = true;
  request.record_trace = true;
  request.stop_at_failure = false;
  if (request.find_races_every != 0) request.find_races_every = 1;
  return request;
}

void WatchRaces(const RunResult& result, RunRequest* request) {
  request->race_watches.clear();
  for (const RaceReport& race : result.races) {
    if (request->race_watches.size() == kRaceWatchesMax) break;
    request->race_watches.push_back({race.earlier.pc, race.address});
  }
}

std::string DifferenceOf(const RunResult& a, const RunResult& b,
                         FailureClassifier* classifier) {
  Verdict verdict_a = classifier->Judge(a);
  Verdict verdict_b = classifier->Judge(b);
  if (verdict_a != verdict_b)
    return std::string(VerdictName(verdict_a)) + " against " +
           std::string(VerdictName(verdict_b));
  if (IsFailure(verdict_a)) {
    FailureIdentity identity_a = classifier->Identify(a);
    FailureIdentity identity_b = classifier->Identify(b);
    if (identity_a.place != identity_b.place)
      return "failure at " + identity_a.place + " against " + identity_b.place;
    if (!(identity_a == identity_b))
      return "\"" + identity_a.message + "\" against \"" + identity_b.message +
             "\"";
  }
  if (a.summary.trace_hash != b.summary.trace_hash)
    return "trace hash " + HashText(a.summary.trace_hash) + " against " +
           HashText(b.summary.trace_hash);
  return "";
}

std::optional<Confirmation> Confirm(const SweepFailure& failure,
                                    Executor* executor,
                                    FailureClassifier* classifier) {
  Confirmation confirmation;
  confirmation.request = AloneRequest(failure);
  auto first = RunLast(confirmation.request, executor);
  if (!first) return std::nullopt;
  WatchRaces(*first, &confirmation.request);
  auto second = RunLast(confirmation.request, executor);
  if (!second) return std::nullopt;
  confirmation.difference = DifferenceOf(*first, *second, classifier);
  if (confirmation.difference.empty() &&
      FailsAs(failure.identity, *second, classifier)) {
    confirmation.status = Confirmed::kReplays;
    confirmation.result = std::move(*second);
    return confirmation;
  }
  if (!confirmation.difference.empty() || !MayCarryState(failure)) {
    if (confirmation.difference.empty())
      confirmation.difference =
          DifferenceOf(failure.first, *second, classifier);
    confirmation.status = Confirmed::kNondeterminism;
    confirmation.result = std::move(*second);
    return confirmation;
  }

  confirmation.request = BatchUpTo(failure);
  first = RunLast(confirmation.request, executor);
  if (!first) return std::nullopt;
  WatchRaces(*first, &confirmation.request);
  second = RunLast(confirmation.request, executor);
  if (!second) return std::nullopt;
  std::string difference = DifferenceOf(*first, *second, classifier);
  if (difference.empty() && FailsAs(failure.identity, *second, classifier)) {
    confirmation.status = Confirmed::kCarriedState;
    confirmation.difference.clear();
  } else {
    confirmation.status = Confirmed::kNondeterminism;
    if (!difference.empty()) confirmation.difference = difference;
    if (confirmation.difference.empty())
      confirmation.difference =
          DifferenceOf(failure.first, *second, classifier);
  }
  confirmation.result = std::move(*second);
  return confirmation;
}

}  // namespace detsim::runtime
