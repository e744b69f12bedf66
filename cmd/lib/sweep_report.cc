#include "cmd/lib/sweep_report.h"

#include "cmd/lib/exit_code.h"

namespace detsim::cmd {

std::string_view KindWord(const FailureReport& failure) {
  if (failure.confirmed == runtime::Confirmed::kNondeterminism)
    return "nondeterminism";
  return runtime::VerdictName(failure.identity.kind);
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
    totals.differences += test.differences.size();
    if (test.status == TestStatus::kUncontrolled) ++totals.uncontrolled_tests;
    for (const auto& [what, count] : test.escapes) totals.uncontrolled += count;
    for (const FailureReport& failure : test.failures) {
      if (failure.confirmed == runtime::Confirmed::kNondeterminism)
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
      totals.uncontrolled_tests > 0 || NothingIntercepted(report) ||
      (report.strict && report.strict->unaccepted > 0))
    return kExitUntrusted;
  return totals.failures > 0 ? kExitFailureFound : kExitOk;
}

}  // namespace detsim::cmd
