// What a sweep over a project's tests found: plain data, filled by the runner,
// shown by report_text and report_json.
#ifndef DETSIM_CMD_LIB_SWEEP_REPORT_H_
#define DETSIM_CMD_LIB_SWEEP_REPORT_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cmd/lib/failure_reader.h"
#include "cmd/lib/gtest_list.h"
#include "cmd/lib/shard.h"
#include "runtime/choice/run_options.h"
#include "runtime/explore/check.h"
#include "runtime/explore/confirm.h"
#include "runtime/explore/failure_identity.h"
#include "runtime/explore/schedule_search.h"
#include "runtime/explore/sweep.h"

namespace detsim::cmd {

struct MinimizedReport {
  uint64_t decisions = 0;
  uint64_t unusual = 0;
  uint64_t runs = 0;
  bool one_minimal = false;
  // For nondeterminism that showed on the way: what parted from what. The
  // artifact is then the last that failed each time.
  std::string difference;
  double seconds = 0;    // Real time that it took.
  std::string artifact;  // Relative to the output folder.
  std::string reproduce;
};

// What can be said of the number of choices that are left: "none of them can
// go".
std::string_view MinimalityWords(const MinimizedReport& minimized);

struct FailureReport {
  runtime::FailureIdentity identity;
  std::string id;
  FailureText text;
  std::string strategy;
  uint64_t seed = 0;
  uint64_t runs_to_first = 0;
  uint64_t runs_failing = 0;
  uint64_t trace_hash = 0;
  uint64_t decisions = 0;
  uint64_t unusual = 0;
  runtime::Confirmed confirmed = runtime::Confirmed::kReplays;
  uint64_t carried_from = 0;  // First seed of the batch, for carried state.
  std::string difference;     // For nondeterminism.
  std::string artifact;       // Relative to the output folder.
  std::string reproduce;      // The line to paste.
  // For a deadlock and whatever left threads: a line or more for each.
  std::vector<std::string> thread_lines;
  // That showed when it was confirmed, whether the sweep had seen them or not.
  std::vector<runtime::FailureIdentity> races;
  std::optional<MinimizedReport> minimized;
  bool accepted = false;  // By a baseline: it is known.
  std::string pin;        // The file, if a pin has found it; else empty.
  std::string problem;    // Why it is not confirmed, stored or
                          // minimized; empty if it is.
};

// The kind's word: VerdictName, or "nondeterminism".
std::string_view KindWord(const FailureReport& failure);

enum class PinStatus {
  kPasses,
  kFails,           // As when it was pinned, or
  kFailsOtherwise,  // not.
  kNotReached,      // It passed, but not all of its choices were to be made.
};
// "passes", "fails", "fails otherwise", "no longer reached".
std::string_view PinStatusName(PinStatus status);

// What became of a pin (pins/pin.h).
struct PinReport {
  std::string file;  // As it is shown.
  PinStatus status = PinStatus::kPasses;
  size_t choices = 0;
  size_t reached = 0;
  std::string missing;  // The first choice that was not reached, in words.
};

// Runs that begin like a pin, as far as that many of its choices.
struct PinPrefix {
  size_t choices = 0;
  uint64_t runs = 0;
  uint64_t failed = 0;
};

enum class VerifyVerdict {
  kFixed,           // As far as the runs can tell.
  kNotFixed,        // It failed as when it was pinned, here or around.
  kFailsOtherwise,  // Something else failed.
  kUndecided,       // The runs say too little.
};
// "fixed", "not fixed", "fails otherwise", "undecided".
std::string_view VerifyVerdictName(VerifyVerdict verdict);

// What --verify makes of a pin and its neighbourhood: the runs of the report's
// one test.
struct VerifyReport {
  VerifyVerdict verdict = VerifyVerdict::kUndecided;
  std::string why;            // For people, in a line.
  uint64_t runs_failing = 0;  // As when it was pinned.
  std::vector<PinPrefix> prefixes;
};

enum class TestStatus {
  kPassed,
  kFailed,
  kSkipped,
  kInconclusive,
  kUncontrolled
};
// The word of the report format.
std::string_view TestStatusName(TestStatus status);

struct TestReport {
  TestCase test;
  TestStatus status = TestStatus::kPassed;
  bool finished = false;  // All its seeds ran, or it ended early by itself.
  bool sequential = false;
  bool used_up = false;  // Ended early: no new schedule is to be expected.
  std::optional<runtime::SearchResult> search;    // If there was one.
  std::optional<runtime::NoveltyResult> novelty;  // If it was looked for.
  std::optional<runtime::CorpusData> corpus;  // With --explore, as it is now.
  runtime::CorpusCounts corpus_counts;
  uint64_t runs = 0;
  uint64_t failing_runs = 0;
  uint64_t inconclusive_runs = 0;
  uint64_t distinct = 0;
  uint64_t decisions = 0;
  uint64_t steps = 0;
  uint64_t virtual_ns = 0;
  uint64_t threads_left = 0;
  uint64_t runs_with_pages_put_back = 0;
  uint64_t runs_in_own_process = 0;
  uint64_t other_failing_runs = 0;
  std::map<std::string, uint64_t> escapes;
  std::vector<FailureReport> failures;
  std::vector<FailureReport> races;  // Not failures; one for each two places.
  std::vector<PinReport> pins;       // Replayed before the sweep.
  std::vector<runtime::Difference> differences;  // Of --check.
  std::string problem;  // The worker broke: why. Empty otherwise.
};

// What the rest of the report says about the test, in a word.
TestStatus StatusOf(const TestReport& test, bool skipped);

// Something in the user's sources that the rewriter left as it was.
struct UncontrolledPlace {
  std::string what;
  std::string where;      // "src/queue.cc:41"
  bool accepted = false;  // By a baseline.
};

// What --strict makes of it all (baseline.h).
struct StrictReport {
  std::string baseline;     // As the user wrote it; empty: none.
  uint64_t unaccepted = 0;  // Each of them a failure.
  uint64_t accepted = 0;
  std::vector<std::string> stale;  // The baseline's lines for what is gone.
};

struct SweepReport {
  std::string project;
  std::string strategy;
  uint64_t first_seed = 1;
  uint64_t trials = 0;
  Shard shard;           // Which part of the suite this is.
  bool complete = true;  // Nothing was cut short by Ctrl-C or --budget.
  bool interrupted = false;
  bool checked = false;  // Every seed ran twice.
  double seconds = 0;    // Real time of the sweep itself.
  std::vector<TestReport> tests;
  // Of a portfolio, over all tests: by name, in the order of its turns.
  std::vector<std::pair<std::string, runtime::StrategyShare>> shares;
  std::vector<UncontrolledPlace> uncontrolled;
  std::optional<StrictReport> strict;  // With --strict.
  std::optional<VerifyReport> verify;  // With --verify.
};

// What the report of a test takes from its sweep as it is.
void CopyCounts(const runtime::SweepResult& result, TestReport* report);

// Adds what a test's runs have brought; a no-op without a portfolio. A search
// within its sweep is one more share.
void AddShares(const runtime::SweepResult& result, SweepReport* report);

struct Totals {
  uint64_t runs = 0;
  uint64_t failing_runs = 0;
  uint64_t uncontrolled_tests = 0;
  uint64_t decisions = 0;
  uint64_t steps = 0;
  uint64_t uncontrolled = 0;  // Calls that escaped, and such places.
  uint64_t failures = 0;      // Different ones.
  uint64_t known = 0;         // Of them, those that a baseline accepts.
  uint64_t races = 0;         // That failed nothing.
  uint64_t pins_lost = 0;     // No longer reached.
  uint64_t differences = 0;   // Nondeterminism, however it showed.
  uint64_t unconfirmed = 0;   // Failures whose replay could not be tried.
  double virtual_seconds = 0;
};

// Every schedule was run, up to equivalence, and passed.
bool ProvedToPass(const TestReport& test);

Totals TotalsOf(const SweepReport& report);

// Runs came to an end without a single operation that detsim knows of. (Those
// that ended without a word, by _exit() or a signal, may have had some; and a
// shard may well be made of tests without threads.)
bool NothingIntercepted(const SweepReport& report);

// Of several that hold the first: interrupted, untrusted, failed, passed.
int ExitCodeOf(const SweepReport& report);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_SWEEP_REPORT_H_
