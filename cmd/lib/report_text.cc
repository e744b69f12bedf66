#include "cmd/lib/report_text.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "cmd/lib/printable_text.h"
#include "cmd/lib/report_novelty.h"
#include "cmd/lib/report_search.h"
#include "cmd/lib/report_words.h"

namespace detsim::cmd {
namespace {

constexpr size_t kNameColumnMax = 48;
constexpr size_t kDifferencesShownMax = 5;
constexpr size_t kMessageLinesMax = 12;
constexpr size_t kPlacesShownMax = 10;

std::string Paint(const TextStyle& style, const char* code,
                  const std::string& text) {
  if (!style.color) return text;
  return absl::StrCat("\033[", code, "m", text, "\033[0m");
}

std::string Capitals(std::string_view words) {
  return absl::AsciiStrToUpper(absl::string_view(words.data(), words.size()));
}

absl::string_view AbslView(std::string_view text) {
  return absl::string_view(text.data(), text.size());
}

std::string StatusWord(const TestReport& test, const TextStyle& style) {
  if (test.runs == 0 && test.problem.empty()) return "not run";
  std::string word(TestStatusName(test.status));
  switch (test.status) {
    case TestStatus::kFailed:
      word = Paint(style, "1;31", "FAILED");
      break;
    case TestStatus::kUncontrolled:
      word = Paint(style, "1;33", "UNCONTROLLED");
      break;
    case TestStatus::kPassed:
      word = Paint(style, "32", word);
      break;
    default:
      break;
  }
  if (test.sequential && test.status == TestStatus::kPassed)
    absl::StrAppend(&word, " (sequential: nothing to decide)");
  if (ProvedToPass(test) && !test.sequential)
    absl::StrAppend(
        &word, " (all ", test.search->schedules, " schedules",
        test.search->search == runtime::kDfs ? " up to equivalence)" : ")");
  if (test.used_up && test.status == TestStatus::kPassed)
    absl::StrAppend(&word, " (all ", test.distinct,
                    " schedules seen, as far as can be told)");
  if (!test.finished && test.problem.empty()) absl::StrAppend(&word, " so far");
  for (const FailureReport& failure : test.failures)
    absl::StrAppend(&word, &failure == &test.failures.front() ? "  " : ", ",
                    AbslView(KindWord(failure)),
                    failure.accepted ? " (known)" : "");
  return word;
}

void AppendTable(const SweepReport& report, const TextStyle& style,
                 std::string* out) {
  size_t width = 4;
  for (const TestReport& test : report.tests)
    width = std::max(width, std::min(test.test.name.size(), kNameColumnMax));
  absl::StrAppendFormat(out, "  %-*s %8s %8s %9s %10s  %s\n", width, "TEST",
                        "RUNS", "FAILED", "DISTINCT", "DECISIONS", "STATUS");
  for (const TestReport& test : report.tests) {
    absl::StrAppendFormat(out, "  %-*s %8d %8d %9d %10d  %s\n", width,
                          test.test.name, test.runs, test.failing_runs,
                          test.distinct, test.decisions,
                          StatusWord(test, style));
  }
}

// Slower, and worth knowing: the test has effects that outlive it.
void AppendOwnProcesses(const SweepReport& report, std::string* out) {
  std::vector<std::string> names;
  for (const TestReport& test : report.tests) {
    if (test.runs_in_own_process > 0) names.push_back(test.test.name);
  }
  if (names.empty()) return;
  absl::StrAppend(out,
                  "\nnote: a process for each run (what a run leaves behind "
                  "is not all in memory that can be put back): ",
                  SomeNames(std::move(names)), "\n");
}

// A warning, not a failure: threads that live for ever, such as those of a
// static pool. Nobody wants a line for each test that uses it.
void AppendThreadsLeft(const SweepReport& report, std::string* out) {
  std::vector<std::string> names;
  for (const TestReport& test : report.tests) {
    if (test.threads_left > 0) names.push_back(test.test.name);
  }
  if (names.empty()) return;
  absl::StrAppend(out,
                  "\nwarning: detached threads were still alive at the "
                  "end of ",
                  SomeNames(std::move(names)), "\n");
}

std::string EscapeText(std::string_view what, uint64_t count) {
  constexpr std::string_view kPolled = "polled ";
  if (what.starts_with(kPolled)) {
    what.remove_prefix(kPolled.size());
    return absl::StrCat(": polled: ", AbslView(what), " waited ", count,
                        " times for what the simulation does not model");
  }
  return absl::StrCat(": uncontrolled: ", AbslView(what), " was called ", count,
                      " times behind detsim's back");
}

void AppendUncontrolledPlaces(const SweepReport& report, std::string* out) {
  size_t count = 0;
  for (const UncontrolledPlace& place : report.uncontrolled) {
    if (place.accepted) continue;
    if (++count > kPlacesShownMax) continue;
    absl::StrAppend(out, count == 1 ? "\n" : "", "uncontrolled: ", place.where,
                    ": ", place.what, "\n");
  }
  if (count > kPlacesShownMax)
    absl::StrAppend(out, "  ... ", count,
                    " such places in all; report.json lists them\n");
}

void AppendStrict(const SweepReport& report, std::string* out) {
  if (!report.strict) return;
  const StrictReport& strict = *report.strict;
  if (!strict.stale.empty())
    absl::StrAppend(out, "\nnote: ", strict.baseline, " accepts what is gone (",
                    Plural(strict.stale.size(), "stale line"),
                    "); --write_baseline drops it: ", strict.stale.front(),
                    strict.stale.size() > 1 ? ", ..." : "", "\n");
  if (strict.unaccepted == 0 && strict.accepted == 0) return;
  absl::StrAppend(
      out, "\nstrict: ", Plural(strict.unaccepted, "uncontrolled construct"));
  if (!strict.baseline.empty())
    absl::StrAppend(out, " not in ", strict.baseline, ", ", strict.accepted,
                    " accepted");
  else
    absl::StrAppend(out, "; --baseline=FILE --write_baseline accepts ",
                    strict.unaccepted == 1 ? "it" : "them");
  absl::StrAppend(out, "\n");
}

// Threads that precompiled code started share thread_local variables, and what
// that code does is no decision.
void AppendLibraryThreads(const SweepReport& report, std::string* out) {
  auto starts_threads = [](const TestReport& test) {
    return std::any_of(
        test.escapes.begin(), test.escapes.end(),
        [](const auto& escape) { return escape.first == "pthread_create"; });
  };
  if (std::any_of(report.tests.begin(), report.tests.end(), starts_threads))
    absl::StrAppend(out,
                    "\na precompiled library started threads: --own_libs runs "
                    "such libraries under control\n");
}

void AppendDoubts(const SweepReport& report, const TextStyle& style,
                  std::string* out) {
  for (const TestReport& test : report.tests) {
    const std::string& name = test.test.name;
    if (!test.problem.empty())
      absl::StrAppend(out, "\n", Paint(style, "1;33", name), ": ", test.problem,
                      "\n");
    for (size_t i = 0;
         i < std::min(test.differences.size(), kDifferencesShownMax); ++i)
      absl::StrAppend(out, "\n", Paint(style, "1;33", name),
                      ": nondeterminism: seed ", test.differences[i].seed,
                      " in two processes: ", test.differences[i].what, "\n");
    if (test.differences.size() > kDifferencesShownMax)
      absl::StrAppend(out, "  ... ", test.differences.size(),
                      " seeds differ in all\n");
    for (const auto& [what, count] : test.escapes)
      absl::StrAppend(out, "\n", name, EscapeText(what, count), "\n");
    if (test.inconclusive_runs > 0)
      absl::StrAppend(out, "\n", name,
                      ": inconclusive: ", test.inconclusive_runs,
                      " runs used up their step budget while still making "
                      "progress; --max_steps raises it\n");
    if (test.other_failing_runs > 0)
      absl::StrAppend(out, "\n", name, ": ", test.other_failing_runs,
                      " more runs failed in yet other ways\n");
  }
  AppendLibraryThreads(report, out);
  AppendThreadsLeft(report, out);
  AppendOwnProcesses(report, out);
  AppendUncontrolledPlaces(report, out);
  AppendStrict(report, out);
  if (NothingIntercepted(report))
    absl::StrAppend(out,
                    "\nnothing was intercepted: no thread, lock or clock "
                    "of these tests went through detsim, so nothing can "
                    "be said about them; is their code inside --scope?\n");
}

void AppendMessage(const std::string& message, std::string* out) {
  std::vector<std::string> lines = absl::StrSplit(PrintableText(message), '\n');
  for (size_t i = 0; i < std::min(lines.size(), kMessageLinesMax); ++i) {
    if (!lines[i].empty()) absl::StrAppend(out, "  ", lines[i], "\n");
  }
}

// Whether it can be trusted, and how to see it again.
void AppendDoubt(const FailureReport& failure, std::string* out) {
  if (failure.confirmed == runtime::Confirmed::kCarriedState)
    absl::StrAppend(out,
                    "  carried state: it fails only after the runs from "
                    "seed ",
                    failure.carried_from, " on in the same process\n");
  if (failure.confirmed == runtime::Confirmed::kNondeterminism)
    absl::StrAppend(out, "  the same choices did not give the same run: ",
                    failure.difference, "\n");
  if (failure.minimized && !failure.minimized->difference.empty())
    absl::StrAppend(out, "  nondeterminism while it was minimized: ",
                    failure.minimized->difference, "\n");
  if (!failure.problem.empty())
    absl::StrAppend(out,
                    failure.confirmed == runtime::Confirmed::kNotTried
                        ? "  not confirmed: "
                        : "  ",
                    failure.problem, "\n");
  if (!failure.reproduce.empty())
    absl::StrAppend(
        out, "  reproduce: ",
        failure.minimized ? failure.minimized->reproduce : failure.reproduce,
        "\n");
}

std::string PinLine(const PinReport& pin, const TextStyle& style) {
  std::string status(PinStatusName(pin.status));
  if (pin.status != PinStatus::kPasses)
    status = Paint(style, "1;31", Capitals(status));
  std::string out =
      absl::StrCat("pin ", pin.file, ": ", status, " (", pin.reached, " of ",
                   Plural(pin.choices, "choice"), " reached)\n");
  if (!pin.missing.empty())
    absl::StrAppend(&out, "  not reached any more: ", pin.missing, "\n");
  if (pin.status == PinStatus::kNotReached)
    absl::StrAppend(&out, "  so it says nothing: --verify=", pin.file,
                    " looks around it; then pin the failure anew, or delete "
                    "the file\n");
  return out;
}

std::string VerifyLine(const SweepReport& report, const TextStyle& style) {
  if (!report.verify) return "";
  bool fixed = report.verify->verdict == VerifyVerdict::kFixed;
  return absl::StrCat(
      "\n",
      Paint(style, fixed ? "1;32" : "1;31",
            Capitals(VerifyVerdictName(report.verify->verdict))),
      ": ", report.verify->why, "\n");
}

}  // namespace

std::string DurationText(double seconds) {
  if (seconds < 0.001) return absl::StrFormat("%.0f us", seconds * 1e6);
  if (seconds < 1) return absl::StrFormat("%.0f ms", seconds * 1000);
  if (seconds < 60) return absl::StrFormat("%.1f s", seconds);
  auto whole = static_cast<int64_t>(std::llround(seconds));
  if (whole < 3600)
    return absl::StrFormat("%d min %d s", whole / 60, whole % 60);
  return absl::StrFormat("%d h %d min", whole / 3600, whole % 3600 / 60);
}

std::string FailureLines(const std::string& test, const FailureReport& failure,
                         uint64_t runs, const TextStyle& style) {
  std::string out = absl::StrCat(
      Paint(style, "1;31",
            absl::StrCat(test, ": ", AbslView(KindWord(failure)))),
      failure.text.location.empty() ? "" : " at ", failure.text.location, "\n");
  AppendMessage(failure.text.message, &out);
  for (const std::string& line : failure.thread_lines)
    absl::StrAppend(&out, "    ", PrintableText(line), "\n");
  if (failure.runs_to_first > 0)
    absl::StrAppend(&out, "  seed ", failure.seed, ", run ",
                    failure.runs_to_first, "; ", failure.runs_failing, " of ",
                    Plural(runs, "run"), " failed like this\n");
  if (!failure.pin.empty())
    absl::StrAppend(&out, "  pinned by ", failure.pin, "\n");
  absl::StrAppend(&out, "  ", Plural(failure.decisions, "choice"), ", ",
                  failure.unusual, " of them unusual");
  if (failure.minimized)
    absl::StrAppend(&out, "; minimized to ", failure.minimized->unusual, " (",
                    AbslView(MinimalityWords(*failure.minimized)), ") in ",
                    Plural(failure.minimized->runs, "run"));
  absl::StrAppend(&out, "\n");
  AppendDoubt(failure, &out);
  return out;
}

std::string RaceLines(const std::string& test, const FailureReport& race,
                      const TextStyle& style) {
  std::string out = absl::StrCat(
      Paint(style, "1;33", absl::StrCat(test, ": data race")),
      race.text.location.empty() ? "" : " at ", race.text.location, "\n");
  AppendMessage(race.text.message, &out);
  for (const std::string& line : race.thread_lines)
    absl::StrAppend(&out, "    ", PrintableText(line), "\n");
  absl::StrAppend(&out, "  seed ", race.seed, "; seen in ",
                  Plural(race.runs_failing, "run"),
                  " of those that look for races\n");
  AppendDoubt(race, &out);
  return out;
}

std::string ReportText(const SweepReport& report, const TextStyle& style) {
  std::string out;
  AppendTable(report, style, &out);
  for (const TestReport& test : report.tests) {
    if (!test.pins.empty()) out += '\n';
    for (const PinReport& pin : test.pins) out += PinLine(pin, style);
    for (const FailureReport& failure : test.failures)
      absl::StrAppend(&out, "\n",
                      FailureLines(test.test.name, failure, test.runs, style));
    for (const FailureReport& race : test.races)
      absl::StrAppend(&out, "\n", RaceLines(test.test.name, race, style));
  }
  out += SearchLines(report);
  out += NoveltyLines(report);
  AppendDoubts(report, style, &out);
  Totals totals = TotalsOf(report);
  double rate = report.seconds > 0
                    ? static_cast<double>(totals.runs) / report.seconds
                    : 0;
  absl::StrAppend(&out, "\n", Plural(report.tests.size(), "test"), ", ",
                  Plural(totals.runs, "run"), " in ",
                  DurationText(report.seconds),
                  absl::StrFormat(" (%.0f runs/s", rate));
  bool pages_put_back = std::any_of(
      report.tests.begin(), report.tests.end(),
      [](const TestReport& test) { return test.runs_with_pages_put_back > 0; });
  if (pages_put_back) absl::StrAppend(&out, ", pages put back");
  if (totals.virtual_seconds >= 0.001)
    absl::StrAppend(&out, ", ", DurationText(totals.virtual_seconds),
                    " of virtual time");
  absl::StrAppend(
      &out, "): ",
      totals.failures == 0 ? "no failure" : Plural(totals.failures, "failure"));
  if (totals.known > 0)
    absl::StrAppend(&out, ", ", totals.known, " of them known to ",
                    report.strict->baseline);
  if (totals.races > 0)
    absl::StrAppend(&out, ", ", Plural(totals.races, "data race"));
  if (report.checked)
    absl::StrAppend(&out, "; every seed ran twice, ",
                    totals.differences == 0
                        ? "no difference"
                        : Plural(totals.differences, "difference"));
  if (report.interrupted)
    absl::StrAppend(&out, "; interrupted");
  else if (!report.complete)
    absl::StrAppend(&out, "; not all seeds were run");
  absl::StrAppend(&out, "\n", ShareLines(report), CorpusLine(report),
                  VerifyLine(report, style));
  return out;
}

}  // namespace detsim::cmd
