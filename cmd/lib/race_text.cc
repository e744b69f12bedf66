#include "cmd/lib/race_text.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cmd/lib/files.h"
#include "cmd/lib/trace_story.h"

namespace detsim::cmd {

using runtime::RaceAccessReport;
using runtime::RaceReport;
using runtime::RunResult;

namespace {

constexpr size_t kStackLinesMax = 8;

// What an access is made of: its stack, or at least its own place.
std::vector<uint64_t> StackOf(const RaceAccessReport& access) {
  return access.stack.empty() ? std::vector<uint64_t>{access.pc} : access.stack;
}

// All frames, inlined ones included, but those of the test framework: it calls
// the test, and the comparison of an EXPECT_EQ reads what the test names.
std::vector<SourcePlace> Frames(const std::vector<uint64_t>& stack,
                                const ProgramPlaces& places) {
  std::vector<SourcePlace> frames;
  for (uint64_t return_address : stack) {
    for (SourcePlace& place :
         places.symbolizer->Lookup(places.modules, return_address)) {
      if (!IsFrameworkPlace(place)) {
        frames.push_back(std::move(place));
      } else if (!frames.empty()) {
        return frames;
      }
    }
  }
  return frames;
}

// The innermost that the user wrote; else the innermost of all.
SourcePlace PlaceOf(const std::vector<uint64_t>& stack,
                    const ProgramPlaces& places) {
  std::vector<SourcePlace> frames = Frames(stack, places);
  for (const SourcePlace& frame : frames) {
    if (!IsLibraryPlace(frame)) return frame;
  }
  return frames.empty() ? SourcePlace() : frames.front();
}

std::string Label(const RunResult& result, uint32_t thread) {
  std::string label = thread == 0 ? "main" : absl::StrCat("T", thread);
  if (thread < result.threads.size() && !result.threads[thread].name.empty())
    absl::StrAppend(&label, " (", result.threads[thread].name, ")");
  return label;
}

std::string BytesText(uint32_t size) {
  return size == 1 ? "1 byte" : absl::StrCat(size, " bytes");
}

std::string ObjectText(const RunResult& result, const RaceReport& race,
                       const ProgramPlaces& places) {
  if (race.stack_of >= 0)
    return absl::StrCat("the stack of ",
                        Label(result, static_cast<uint32_t>(race.stack_of)));
  std::string name =
      places.symbolizer->Variable(places.modules, race.address).name;
  if (!name.empty()) return absl::StrCat("the variable ", name);
  if (!places.modules.FindData(race.address).file.empty())
    return "static storage";
  return "the heap";
}

void AppendStack(const RunResult& result, const RaceAccessReport& access,
                 const ProgramPlaces& places, std::vector<std::string>* lines) {
  size_t shown = 0;
  for (const SourcePlace& frame : Frames(StackOf(access), places)) {
    std::string place = places.Text(frame);
    if (IsLibraryPlace(frame) || place.empty() || shown == kStackLinesMax)
      continue;
    std::string line = absl::StrCat("    at ", place);
    std::string function = ShortFunction(frame.function);
    if (!function.empty()) absl::StrAppend(&line, " in ", function);
    if (lines->back() == line) continue;
    lines->push_back(std::move(line));
    ++shown;
  }
  if (shown == 0) {
    std::string place = places.Text(PlaceOf(StackOf(access), places));
    if (!place.empty()) lines->push_back(absl::StrCat("    at ", place));
  }
  if (access.thread >= result.threads.size()) return;
  const runtime::ThreadReport& thread = result.threads[access.thread];
  std::string started = places.Text(
      places.OfCall(thread.spawn_pc, result.Callers(thread.spawn_callers)));
  if (!started.empty())
    lines->push_back(absl::StrCat("    started at ", started));
}

// The library has to do with threads, and no hooks tell what it does.
bool OrdersUnseen(const std::string& file) {
  static std::map<std::string, bool> known;
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  auto [entry, unknown] = known.try_emplace(file, false);
  if (unknown) {
    absl::StatusOr<std::string> content = ReadFile(file);
    entry->second = content.ok() &&
                    content->find("pthread_") != std::string::npos &&
                    content->find("__tsan_") == std::string::npos;
  }
  return entry->second;
}

// Shared libraries that are not of the language and may order accesses with
// atomics that nobody sees.
std::string UnseenLibraries(const ProgramPlaces& places) {
  constexpr std::string_view kKnown[] = {
      "ld-linux",   "libc.so",  "libc-",    "libm.so",  "libm-",
      "libstdc++",  "libgcc_s", "libc++",   "libdl",    "librt",
      "libpthread", "libgtest", "libgmock", "libunwind"};
  std::vector<std::string> names;
  for (const std::string& file : places.modules.Files()) {
    std::string name = std::filesystem::path(file).filename();
    bool library = name.find(".so") != std::string::npos;
    bool known = std::any_of(
        std::begin(kKnown), std::end(kKnown),
        [&](std::string_view start) { return name.starts_with(start); });
    if (library && !known && OrdersUnseen(file))
      names.push_back(std::move(name));
  }
  return absl::StrJoin(names, ", ");
}

}  // namespace

RaceText DescribeRace(const RunResult& result, const RaceReport& race,
                      const ProgramPlaces& places) {
  RaceText text;
  text.place = PlaceOf(StackOf(race.later), places);
  text.location = places.Text(text.place);
  text.other = places.Text(PlaceOf(StackOf(race.earlier), places));
  text.object = ObjectText(result, race, places);
  text.unproven = UnseenLibraries(places);
  auto atomically = [](const RaceAccessReport& access) {
    return access.is_atomic ? " atomically" : "";
  };
  text.lines.push_back(
      absl::StrCat(Label(result, race.later.thread),
                   race.later.is_write ? " writes " : " reads ",
                   BytesText(race.size), atomically(race.later)));
  AppendStack(result, race.later, places, &text.lines);
  text.lines.push_back(absl::StrCat(
      Label(result, race.earlier.thread),
      race.earlier.is_write ? " wrote them" : " read them",
      atomically(race.earlier), " before, and nothing orders the two"));
  AppendStack(result, race.earlier, places, &text.lines);
  if (!text.unproven.empty())
    text.lines.push_back(absl::StrCat("unproven: what ", text.unproven,
                                      " does is not seen; it may order them"));
  return text;
}

std::string RacePlaces(const RaceReport& race, const ProgramPlaces& places) {
  std::string later = places.Text(PlaceOf(StackOf(race.later), places));
  std::string earlier = places.Text(PlaceOf({race.earlier.pc}, places));
  if (earlier < later) std::swap(earlier, later);
  return absl::StrCat(later, ", ", earlier);
}

bool IsSuppressed(const RaceReport& race, const ProgramPlaces& places,
                  const Suppressions& suppressions) {
  if (suppressions.empty()) return false;
  for (const RaceAccessReport* access : {&race.later, &race.earlier}) {
    for (const SourcePlace& frame : Frames(StackOf(*access), places)) {
      if (suppressions.Matches(frame.function) ||
          suppressions.Matches(frame.file))
        return true;
    }
  }
  return false;
}

}  // namespace detsim::cmd
