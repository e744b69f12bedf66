#include "cmd/lib/sweep_report.h"

#include <algorithm>
#include <string>

#include "cmd/lib/exit_code.h"
#include "runtime/explore/sweep_strategies.h"

namespace detsim::cmd {
namespace {

// What the runtime calls threads and waits that got away from it. Other
// escapes (a real clock) are counted, but a test with one of these was not
// under control at all.
constexpr std::string_view kThreadEscapes[] = {
    "pthread_create", "thrd_create", "clone",
    "futex",          "sem_wait",    "pthread_barrier_wait"};

bool IsThreadOrWait(const std::string& what) {
  return std::find(std::begin(kThreadEscapes), std::end(kThreadEscapes),
                   what) != std::end(kThreadEscapes);
}

}  // namespace

std::string_view KindWord(const FailureReport& failure) {
  if (failure.confirmed == runtime::Confirmed::kNondeterminism)
    return "nondeterminism";
  return runtime::VerdictName(failure.identity.kind);
}

std::string_view PinStatusName(PinStatus status) {
  switch (status) {
    case PinStatus::kPasses:
      return "passes";
    case PinStatus::kFails:
      return "fails";
    case PinStatus::kFailsOtherwise:
      return "fails otherwise";
    case PinStatus::kNotReached:
      return "no longer reached";
  }
  return "unknown";
}

std::string_view VerifyVerdictName(VerifyVerdict verdict) {
  switch (verdict) {
    case VerifyVerdict::kFixed:
      return "fixed";
    case VerifyVerdict::kNotFixed:
      return "not fixed";
    case VerifyVerdict::kFailsOtherwise:
      return "fails otherwise";
    case VerifyVerdict::kUndecided:
      return "undecided";
  }
  return "unknown";
}

std::string_view TestStatusName(TestStatus status) {
  switch (status) {
    case TestStatus::kPassed:
      return "passed";
    case TestStatus::kFailed:
      return "failed";
    case TestStatus::kSkipped:
      return "skipped";
    case TestStatus::kInconclusive:
      return "inconclusive";
    case TestStatus::kUncontrolled:
      return "uncontrolled";
  }
  return "unknown";
}

bool ProvedToPass(const TestReport& test) {
  return test.status == TestStatus::kPassed && test.search &&
         test.search->exhausted;
}

TestStatus StatusOf(const TestReport& test, bool skipped) {
  bool escaped = std::any_of(
      test.escapes.begin(), test.escapes.end(),
      [](const auto& escape) { return IsThreadOrWait(escape.first); });
  if (!test.problem.empty() || escaped) return TestStatus::kUncontrolled;
  if (!test.failures.empty()) return TestStatus::kFailed;
  if (skipped) return TestStatus::kSkipped;
  if (test.inconclusive_runs > 0 || test.runs == 0)
    return TestStatus::kInconclusive;
  return TestStatus::kPassed;
}

std::string_view MinimalityWords(const MinimizedReport& minimized) {
  if (!minimized.difference.empty())
    return "ended by nondeterminism, may not be minimal";
  if (!minimized.one_minimal) return "stopped early, may not be minimal";
  return minimized.unusual == 0 ? "an ordinary run fails"
                                : "none of them can go";
}

Totals TotalsOf(const SweepReport& report) {
  Totals totals;
  totals.uncontrolled = report.uncontrolled.size();
  for (const TestReport& test : report.tests) {
    totals.runs += test.runs;
    totals.failing_runs += test.failing_runs;
    totals.decisions += test.decisions;
    totals.steps += test.steps;
    totals.virtual_seconds += static_cast<double>(test.virtual_ns) * 1e-9;
    totals.failures += test.failures.size();
    totals.races += test.races.size();
    totals.differences += test.differences.size();
    if (test.status == TestStatus::kUncontrolled) ++totals.uncontrolled_tests;
    for (const auto& [what, count] : test.escapes) totals.uncontrolled += count;
    for (const PinReport& pin : test.pins) {
      if (pin.status == PinStatus::kNotReached) ++totals.pins_lost;
    }
    for (const FailureReport& failure : test.failures) {
      if (failure.accepted) ++totals.known;
      if (failure.confirmed == runtime::Confirmed::kNondeterminism)
        ++totals.differences;
      if (failure.minimized && !failure.minimized->difference.empty())
        ++totals.differences;
      if (failure.confirmed == runtime::Confirmed::kNotTried)
        ++totals.unconfirmed;
    }
  }
  return totals;
}

bool NothingIntercepted(const SweepReport& report) {
  Totals totals = TotalsOf(report);
  // A clock read is a decision without being a step.
  return report.shard.total == 1 && totals.steps == 0 &&
         totals.decisions == 0 && totals.runs > totals.failing_runs;
}

int ExitCodeOf(const SweepReport& report) {
  if (report.interrupted) return kExitInterrupted;
  Totals totals = TotalsOf(report);
  if (totals.differences > 0 || totals.unconfirmed > 0 ||
      totals.uncontrolled_tests > 0 || totals.pins_lost > 0 ||
      NothingIntercepted(report) ||
      (report.strict && report.strict->unaccepted > 0))
    return kExitUntrusted;
  if (totals.failures > totals.known) return kExitFailureFound;
  bool undecided =
      report.verify && report.verify->verdict != VerifyVerdict::kFixed;
  return undecided ? kExitUntrusted : kExitOk;
}

void CopyCounts(const runtime::SweepResult& result, TestReport* report) {
  report->sequential = result.sequential;
  report->used_up = result.used_up;
  report->search = result.search;
  report->novelty = result.novelty;
  report->corpus = result.corpus;
  report->corpus_counts = result.corpus_counts;
  report->runs = result.runs;
  report->failing_runs = result.failing_runs;
  report->inconclusive_runs = result.inconclusive_runs;
  report->distinct = result.distinct;
  report->decisions = result.decisions;
  report->steps = result.steps;
  report->virtual_ns = result.virtual_ns;
  report->threads_left = result.threads_left;
  report->runs_with_pages_put_back = result.runs_with_pages_put_back;
  report->runs_in_own_process = result.runs_in_own_process;
  report->other_failing_runs = result.other_failing_runs;
  report->escapes = result.escapes;
}

namespace {

void AddShare(const std::string& name, const runtime::StrategyShare& share,
              SweepReport* report) {
  if (share.runs == 0) return;
  auto sum = std::find_if(report->shares.begin(), report->shares.end(),
                          [&](const auto& s) { return s.first == name; });
  if (sum == report->shares.end()) sum = report->shares.insert(sum, {name, {}});
  sum->second.runs += share.runs;
  sum->second.fresh += share.fresh;
  sum->second.failing += share.failing;
}

}  // namespace

void AddShares(const runtime::SweepResult& result, SweepReport* report) {
  for (uint8_t i = 0; i < runtime::kProfileStrategies; ++i) {
    if (result.shares[i].runs == 0) continue;
    AddShare(runtime::StrategyOfTurn(report->strategy, i + 1), result.shares[i],
             report);
  }
  if (result.search && result.search->search != report->strategy)
    AddShare(result.search->search, result.search_share, report);
}

}  // namespace detsim::cmd
