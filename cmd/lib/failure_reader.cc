#include "cmd/lib/failure_reader.h"

#include <set>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cmd/lib/files.h"
#include "cmd/lib/gtest_output.h"

namespace detsim::cmd {

using runtime::OperationKind;
using runtime::RunResult;
using runtime::Verdict;

namespace {

// A failed EXPECT_EQ prints the values, which differ from run to run.
std::string WithoutValues(const std::string& message) {
  std::string result;
  std::string_view rest = message;
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.find("Which is: ") != std::string_view::npos) continue;
    size_t actual = line.find(", actual: ");
    result += line.substr(0, actual);
    result += '\n';
  }
  return result;
}

}  // namespace

std::string ProgramPlaces::Text(const SourcePlace& place) const {
  if (place.file.empty()) return "";
  std::string file = RelativeTo(place.file, project);
  return place.line == 0 ? file : absl::StrCat(file, ":", place.line);
}

Verdict FailureReader::Judge(const RunResult& result) {
  Verdict verdict = result.summary.verdict;
  if (verdict == Verdict::kPassed && IsGtestSkip(result.output))
    return Verdict::kSkipped;
  if (verdict == Verdict::kAssertion) {
    auto failure = FindGtestFailure(result.output);
    if (failure && failure->exception) return Verdict::kException;
  }
  return verdict;
}

FailureText FailureReader::Describe(const RunResult& result) {
  FailureText text;
  text.kind = Judge(result);
  text.message = result.message;
  text.place = places_->Of(result.failure_pc);
  std::optional<GtestFailure> found;
  if (text.kind == Verdict::kAssertion || text.kind == Verdict::kException)
    found = FindGtestFailure(result.output);
  else if (text.kind == Verdict::kCrash)
    found = FindAssert(result.output);
  if (found) {
    text.message = found->message;
    if (!found->file.empty()) text.place = {found->file, found->line, ""};
  } else if (text.kind == Verdict::kAssertion) {
    std::string words = LastWords(result.output);
    text.message = absl::StrCat("exit code ", result.summary.exit_code,
                                words.empty() ? "" : ": ", words);
  }
  text.location = places_->Text(text.place);
  return text;
}

std::string FailureReader::DeadlockPlaces(const RunResult& result) const {
  // Which of several equal workers is stuck, and how many of them, varies.
  std::set<std::string> places;
  for (const runtime::ThreadReport& thread : result.threads) {
    if (thread.finished || !thread.blocked) continue;
    places.insert(absl::StrCat(runtime::OperationName(thread.pending.kind), " ",
                               places_->Text(places_->Of(thread.pending.pc))));
  }
  return absl::StrJoin(places, ", ");
}

runtime::FailureIdentity FailureReader::Identify(const RunResult& result) {
  FailureText text = Describe(result);
  runtime::FailureIdentity identity;
  identity.kind = text.kind;
  identity.test = test_;
  if (text.kind == Verdict::kDeadlock) {
    // The message names threads and objects, the places say it all.
    identity.place = DeadlockPlaces(result);
    return identity;
  }
  identity.place = text.location;
  identity.message = runtime::IdentityMessage(WithoutValues(text.message));
  return identity;
}

std::string ThreadLabel(size_t index, const std::string& name) {
  std::string label = index == 0 ? "main" : absl::StrCat("T", index);
  if (!name.empty()) absl::StrAppend(&label, " (", name, ")");
  return label;
}

std::string WaitPhrase(OperationKind kind) {
  switch (kind) {
    case OperationKind::kJoin:
      return "for the end of a thread";
    case OperationKind::kLock:
    case OperationKind::kTimedLock:
      return "to lock";
    case OperationKind::kSharedLock:
    case OperationKind::kSharedTimedLock:
      return "to lock (shared)";
    case OperationKind::kWait:
      return "to be notified";
    case OperationKind::kEventWait:
      return "for a result";
    case OperationKind::kOnce:
      return "for a call_once to end";
    case OperationKind::kAddressWait:
      return "for an atomic to change";
    case OperationKind::kLibraryLock:
      return "to lock inside a library";
    case OperationKind::kLibraryWait:
      return "to be notified inside a library";
    case OperationKind::kStaticGuard:
      return "for a function-local static to be initialised";
    case OperationKind::kSleep:
      return "to wake from sleep";
    default:
      return absl::StrCat("in ", runtime::OperationName(kind));
  }
}

}  // namespace detsim::cmd
