#include "cmd/lib/failure_reader.h"

#include <string.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cmd/lib/files.h"
#include "cmd/lib/gtest_output.h"
#include "cmd/lib/race_text.h"
#include "cmd/lib/trace_builder.h"
#include "cmd/lib/trace_story.h"
#include "rewriter/original_names.h"

namespace detsim::cmd {

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

// "the program called exit() (exit code 3): LAST WORDS".
std::string ExitText(const RunResult& result) {
  std::string code = absl::StrCat("exit code ", result.summary.exit_code);
  std::string text = result.message.empty()
                         ? code
                         : absl::StrCat(result.message, " (", code, ")");
  if (result.summary.exit_code == 0)
    absl::StrAppend(&text, " before the test had ended");
  std::string words = LastWords(result.output);
  if (!words.empty()) absl::StrAppend(&text, ": ", words);
  return text;
}

// For a process that ended without a word of the runtime.
std::string SilentEndText(const RunResult& result, Verdict kind) {
  if (kind == Verdict::kHang)
    return "no decision was reached within the time limit; the process did not "
           "say where it was, so it was killed (is it stopped, or does it "
           "block signals?)";
  if (kind != Verdict::kCrash) return "";
  int signal = result.summary.exit_code;
  const char* name = sigabbrev_np(signal);
  return absl::StrCat("killed by signal ", signal,
                      name != nullptr ? absl::StrCat(" (SIG", name, ")") : "");
}

// What every program has: its name says nothing of where a thread is.
bool IsLanguageLibrary(std::string_view name) {
  constexpr std::string_view kStarts[] = {"libc.",   "libc++",   "libstdc++",
                                          "libgcc",  "libgtest", "libgmock",
                                          "ld-linux"};
  return std::any_of(
      std::begin(kStarts), std::end(kStarts),
      [name](std::string_view start) { return name.starts_with(start); });
}

// Compilers that run in a build folder may be given "../../p/src/a.cc", or made
// to say "./src/a.cc": the longest end of it that is in the project is meant.
std::string FromBuildFolder(const std::string& file,
                            const std::string& project) {
  namespace fs = std::filesystem;
  const fs::path path(file);
  if (path.empty() || !path.begin()->string().starts_with('.')) return file;
  std::error_code error;
  for (auto begin = path.begin(); begin != path.end(); ++begin) {
    fs::path end;
    for (auto part = begin; part != path.end(); ++part) end /= *part;
    if (*begin != ".." && *begin != "." &&
        fs::exists(fs::path(project) / end, error))
      return end.string();
  }
  return file;
}

// Whether the function that `return_address` is in has a frame, so that the
// return address above it in a chain of frames is that of its caller. Code that
// was compiled without frame pointers skips callers. Whatever is built with the
// program has them, and lines.
bool KeepsFrames(const ProgramPlaces& places, uint64_t return_address) {
  constexpr std::string_view kSystem[] = {"/lib/", "/lib64/", "/usr/lib/",
                                          "/usr/lib64/"};
  std::vector<SourcePlace> known =
      places.symbolizer->Lookup(places.modules, return_address);
  if (known.empty() || known.front().file.empty()) return false;
  std::string file = places.modules.Find(return_address - 1).file;
  return std::none_of(
      std::begin(kSystem), std::end(kSystem),
      [&file](std::string_view folder) { return file.starts_with(folder); });
}

}  // namespace

SourcePlace ProgramPlaces::OfCall(uint64_t return_address) const {
  SourcePlace place = Of(return_address);
  if (!place.file.empty() || return_address == 0) return place;
  // The call is the instruction before the one it returns to.
  std::filesystem::path file = modules.Find(return_address - 1).file;
  std::string name = file.filename();
  if (name.find(".so") == std::string::npos || IsLanguageLibrary(name))
    return place;
  place.file = name;
  for (const SourcePlace& known : symbolizer->Lookup(modules, return_address)) {
    place.function = known.function;
  }
  return place;
}

SourcePlace ProgramPlaces::OfCall(uint64_t return_address,
                                  std::span<const uint64_t> callers) const {
  SourcePlace place = Of(return_address);
  if (!place.file.empty() || !KeepsFrames(*this, return_address))
    return OfCall(return_address);
  for (uint64_t caller : callers) {
    for (SourcePlace& known : symbolizer->Lookup(modules, caller)) {
      // What the test framework does for itself, the user did not ask for.
      if (IsFrameworkPlace(known)) return OfCall(return_address);
      if (!IsLibraryPlace(known)) return std::move(known);
    }
    if (!KeepsFrames(*this, caller)) break;
  }
  return OfCall(return_address);
}

SourcePlace ProgramPlaces::OfPending(
    const runtime::ThreadReport& thread) const {
  std::span<const uint64_t> callers(thread.stack);
  // A stack that begins elsewhere is not that of the operation.
  bool starts = !callers.empty() && callers.front() == thread.pending.pc;
  return OfCall(thread.pending.pc,
                starts ? callers.subspan(1) : std::span<const uint64_t>());
}

std::string ProgramPlaces::Text(const SourcePlace& place) const {
  if (place.file.empty()) return "";
  std::string file = RelativeTo(FromBuildFolder(place.file, project), project);
  return place.line == 0 ? file : absl::StrCat(file, ":", place.line);
}

Verdict FailureReader::Judge(const RunResult& result) {
  Verdict verdict = JudgeWithoutRaces(result);
  bool counts = sought_ || (races_.fails && verdict == Verdict::kPassed);
  return counts && FirstRace(result) != nullptr ? Verdict::kDataRace : verdict;
}

Verdict FailureReader::JudgeWithoutRaces(const RunResult& result) const {
  Verdict verdict = result.summary.verdict;
  if (verdict == Verdict::kPassed && IsGtestSkip(result.output))
    return Verdict::kSkipped;
  // exit(0) amid a test: whatever it still had to check was not checked.
  if (verdict == Verdict::kPassed && !result.message.empty() &&
      IsGtestCutShort(result.output))
    return Verdict::kAssertion;
  if (verdict == Verdict::kAssertion) {
    auto failure = FindGtestFailure(result.output);
    if (failure && failure->exception) return Verdict::kException;
  }
  return verdict;
}

FailureText FailureReader::Describe(const RunResult& result) {
  FailureText text;
  text.kind = Judge(result);
  if (text.kind == Verdict::kDataRace) {
    DescribeFirstRace(result, &text);
    return text;
  }
  text.message = result.message.empty() ? SilentEndText(result, text.kind)
                                        : result.message;
  text.place = FailurePlace(result);
  std::optional<GtestFailure> found;
  if (text.kind == Verdict::kAssertion || text.kind == Verdict::kException)
    found = FindGtestFailure(result.output);
  else if (text.kind == Verdict::kCrash)
    found = FindAssert(result.output);
  if (text.kind == Verdict::kCrash && !found) {
    found = FindSanitizerReport(result.output);
    if (found && found->file.empty()) {
      text.message = found->message;
      found.reset();
    }
  }
  if (found) {
    text.message = rewriter::WithOriginalNames(found->message);
    text.place = {found->file, found->line, ""};
  } else if (text.kind == Verdict::kAssertion) {
    text.message = ExitText(result);
  }
  if (text.kind == Verdict::kDeadlock) text.place = DeadlockPlace(result);
  text.location = places_->Text(text.place);
  return text;
}

void FailureReader::DescribeFirstRace(const RunResult& result,
                                      FailureText* text) const {
  const runtime::RaceReport& found = *FirstRace(result);
  RaceText race = DescribeRace(result, found, *places_);
  text->message = absl::StrCat("with ", race.other, ", on ", race.object);
  text->place = race.place;
  text->location = race.location;
  text->other = race.other;
  text->object = race.object;
  text->lines = std::move(race.lines);
  text->unproven = race.unproven;
}

runtime::FailureIdentity FailureReader::IdentityOf(
    const runtime::RaceReport& race) const {
  return {.kind = Verdict::kDataRace,
          .test = test_,
          .place = RacePlaces(race, *places_)};
}

bool FailureReader::Matters(const runtime::RaceReport& race) const {
  if (sought_) return IdentityOf(race) == *sought_;
  return races_.suppressions == nullptr ||
         !IsSuppressed(race, *places_, *races_.suppressions);
}

const runtime::RaceReport* FailureReader::FirstRace(
    const RunResult& result) const {
  for (const runtime::RaceReport& race : result.races) {
    if (Matters(race)) return &race;
  }
  return nullptr;
}

std::vector<runtime::FailureIdentity> FailureReader::RacesOf(
    const RunResult& result) {
  std::vector<runtime::FailureIdentity> identities;
  for (const runtime::RaceReport& race : result.races) {
    if (!Matters(race)) continue;
    runtime::FailureIdentity identity = IdentityOf(race);
    if (std::find(identities.begin(), identities.end(), identity) ==
        identities.end())
      identities.push_back(std::move(identity));
  }
  return identities;
}

SourcePlace FailureReader::FailurePlace(const RunResult& result) const {
  SourcePlace place = places_->Of(result.failure_pc);
  if (!place.file.empty() || result.failure_thread >= result.threads.size())
    return place;
  // It happened in a library: where the user's code called it.
  for (uint64_t pc : result.threads[result.failure_thread].stack) {
    place = places_->Of(pc);
    if (!place.file.empty()) break;
  }
  return place;
}

SourcePlace FailureReader::DeadlockPlace(const RunResult& result) const {
  // Who happened to run last says nothing: where the thread waits that the
  // others depend on.
  runtime::Trace trace = BuildTrace(result, *places_);
  size_t thread = BlockedThread(trace);
  return thread < result.threads.size()
             ? places_->OfPending(result.threads[thread])
             : SourcePlace();
}

std::string FailureReader::DeadlockPlaces(const RunResult& result) const {
  // Which of several equal workers is stuck, and how many of them, varies.
  std::set<std::string> places;
  for (const runtime::ThreadReport& thread : result.threads) {
    if (thread.finished || !thread.blocked) continue;
    places.insert(absl::StrCat(runtime::OperationName(thread.pending.kind), " ",
                               places_->Text(places_->OfPending(thread))));
  }
  return absl::StrJoin(places, ", ");
}

runtime::FailureIdentity FailureReader::Identify(const RunResult& result) {
  if (Judge(result) == Verdict::kDataRace) {
    return IdentityOf(*FirstRace(result));
  }
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
  // A hang is noticed somewhere in its loop, by the real clock: what does not
  // vary is the operation before it.
  if (text.kind == Verdict::kHang &&
      result.failure_thread < result.threads.size())
    identity.place =
        "after " + places_->Text(places_->Of(
                       result.threads[result.failure_thread].pending.pc));
  identity.message = runtime::IdentityMessage(WithoutValues(text.message));
  return identity;
}

}  // namespace detsim::cmd
