#include "cmd/lib/baseline.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"

namespace detsim::cmd {
namespace {

constexpr char kHeader[] = "# detsim baseline 1";
constexpr char kEscapePrefix[] = "escape: ";
constexpr char kFailurePrefix[] = "failure: ";

// One line whatever the message holds.
std::string OneLine(std::string text) {
  return absl::StrReplaceAll(text, {{"\n", " "}, {"\r", " "}});
}

// "src/queue.cc: message", from "src/queue.cc:41:7".
std::string LineOf(const UncontrolledPlace& place) {
  const std::string file = place.where.substr(0, place.where.find(':'));
  // The id and the advice that follow it may be worded differently one day.
  const std::string what = place.what.substr(0, place.what.find(" [detsim-"));
  return OneLine(absl::StrCat(file.empty() ? "?" : file, ": ", what));
}

std::string EscapePrefix(const TestReport& test) {
  return OneLine(absl::StrCat(kEscapePrefix, test.test.program, ": ",
                              test.test.name, ": "));
}

// "lock src/a.cc, wait src/b.cc", from "lock src/a.cc:1, wait src/b.cc:2".
std::string WithoutLineNumbers(const std::string& place) {
  std::string text;
  for (size_t i = 0; i < place.size(); ++i) {
    size_t end = place.find_first_not_of("0123456789", i + 1);
    if (end == std::string::npos) end = place.size();
    bool number =
        place[i] == ':' && end > i + 1 &&
        (end == place.size() || place[end] == ',' || place[end] == ' ');
    if (number)
      i = end - 1;
    else
      text += place[i];
  }
  return text;
}

std::string FailureLine(const TestReport& test, const FailureReport& failure) {
  const runtime::FailureIdentity& identity = failure.identity;
  std::string line =
      absl::StrCat(kFailurePrefix, test.test.program, ": ", test.test.name,
                   ": ", std::string(runtime::VerdictName(identity.kind)));
  for (const std::string& part :
       {WithoutLineNumbers(identity.place), identity.message}) {
    if (!part.empty()) absl::StrAppend(&line, ": ", part);
  }
  line = OneLine(std::move(line));
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

bool Repeats(const FailureReport& failure) {
  return failure.confirmed == runtime::Confirmed::kReplays ||
         failure.confirmed == runtime::Confirmed::kCarriedState;
}

// Could have been seen in this sweep, so it is stale if it was not.
bool IsJudged(const std::string& line, const SweepReport& report) {
  if (absl::StartsWith(line, kFailurePrefix)) return false;
  if (!absl::StartsWith(line, kEscapePrefix)) return true;
  return std::any_of(
      report.tests.begin(), report.tests.end(), [&](const TestReport& test) {
        return test.finished && absl::StartsWith(line, EscapePrefix(test));
      });
}

}  // namespace

std::vector<std::string> UncontrolledLines(const SweepReport& report) {
  std::vector<std::string> lines;
  for (const UncontrolledPlace& place : report.uncontrolled)
    lines.push_back(LineOf(place));
  for (const TestReport& test : report.tests) {
    if (test.status == TestStatus::kUncontrolled) continue;
    for (const auto& [what, count] : test.escapes)
      lines.push_back(EscapePrefix(test) + OneLine(what));
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::vector<std::string> KnownFailureLines(const SweepReport& report) {
  std::vector<std::string> lines;
  for (const TestReport& test : report.tests) {
    for (const FailureReport& failure : test.failures) {
      if (Repeats(failure)) lines.push_back(FailureLine(test, failure));
    }
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

absl::StatusOr<std::vector<std::string>> ParseBaseline(std::string_view text) {
  std::vector<std::string> lines;
  bool first = true;
  for (absl::string_view line :
       absl::StrSplit(absl::string_view(text.data(), text.size()), '\n')) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    // Any other file of text would pass as a list of stale entries.
    if (first && line != kHeader)
      return UsageError(absl::StrCat("its first line is not \"", kHeader,
                                     "\"; --write_baseline makes one"));
    first = false;
    if (!line.empty() && line[0] != '#') lines.emplace_back(line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::string BaselineText(const std::vector<std::string>& lines) {
  std::string text = absl::StrCat(
      kHeader, "\n# Accepted by detsim-test --strict --baseline=THIS_FILE.\n");
  for (const std::string& line : lines) absl::StrAppend(&text, line, "\n");
  return text;
}

void ApplyBaseline(std::vector<std::string> lines, SweepReport* report) {
  StrictReport strict;
  std::multiset<std::string> open(lines.begin(), lines.end());
  for (const std::string& line : UncontrolledLines(*report)) {
    auto entry = open.find(line);
    if (entry == open.end()) {
      ++strict.unaccepted;
      continue;
    }
    open.erase(entry);
    ++strict.accepted;
  }
  for (TestReport& test : report->tests) {
    for (FailureReport& failure : test.failures) {
      auto entry = open.find(FailureLine(test, failure));
      failure.accepted = Repeats(failure) && entry != open.end();
      if (failure.accepted) open.erase(entry);
    }
  }
  for (const std::string& line : open) {
    if (IsJudged(line, *report)) strict.stale.push_back(line);
  }
  // Of equal places, some accepted and some not, nobody knows which is new: all
  // are shown.
  std::multiset<std::string> accepted(lines.begin(), lines.end());
  std::multiset<std::string> there;
  for (const UncontrolledPlace& place : report->uncontrolled)
    there.insert(LineOf(place));
  for (UncontrolledPlace& place : report->uncontrolled) {
    std::string line = LineOf(place);
    place.accepted = accepted.count(line) >= there.count(line);
  }
  report->strict = std::move(strict);
}

absl::StatusOr<std::vector<std::string>> ReadBaseline(
    const StrictOptions& options) {
  std::error_code error;
  bool missing = !std::filesystem::exists(options.baseline, error);
  if (options.baseline.empty() || (options.write && missing))
    return std::vector<std::string>();
  absl::StatusOr<std::string> text = ReadFile(options.baseline);
  if (!text.ok()) return text.status();
  auto parsed = ParseBaseline(*text);
  if (!parsed.ok())
    return UsageError(absl::StrCat("cannot use ", options.baseline, ": ",
                                   parsed.status().message()));
  return parsed;
}

absl::Status JudgeStrictly(const StrictOptions& options,
                           std::vector<std::string> lines,
                           SweepReport* report) {
  if (!options.strict) return absl::OkStatus();
  if (options.write) {
    std::vector<std::string> now = UncontrolledLines(*report);
    std::vector<std::string> failures = KnownFailureLines(*report);
    now.insert(now.end(), failures.begin(), failures.end());
    std::multiset<std::string> seen(failures.begin(), failures.end());
    for (std::string& line : lines) {
      auto again = seen.find(line);
      if (again != seen.end())
        seen.erase(again);
      else if (!IsJudged(line, *report))
        now.push_back(std::move(line));
    }
    std::sort(now.begin(), now.end());
    absl::Status written = WriteFile(options.baseline, BaselineText(now));
    if (!written.ok()) return written;
    lines = std::move(now);
  }
  ApplyBaseline(std::move(lines), report);
  report->strict->baseline = options.baseline;
  return absl::OkStatus();
}

}  // namespace detsim::cmd
