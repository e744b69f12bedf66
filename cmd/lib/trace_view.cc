#include "cmd/lib/trace_view.h"

#include <algorithm>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "cmd/lib/artifact.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"
#include "cmd/lib/printable_text.h"
#include "cmd/lib/report_text.h"
#include "cmd/lib/trace_story.h"

namespace detsim::cmd {

using runtime::OperationKind;
using runtime::Stream;
using runtime::Trace;
using runtime::TraceEvent;

namespace {

constexpr size_t kOperationColumnMax = 36;
constexpr size_t kPlaceColumnMax = 40;
constexpr size_t kSourceMax = 60;

bool IsChoice(const TraceEvent& event) {
  return event.choice_stream != runtime::kNoChoice;
}

std::string LabelOfKey(const Trace& trace, runtime::ThreadKey key) {
  for (size_t i = 0; i < trace.threads.size(); ++i) {
    if (trace.threads[i].key == key) return ThreadLabel(trace, i);
  }
  return "another thread";
}

// Locks of the test framework and the standard library: steps that nobody
// wrote and nobody asked about.
bool IsNoise(const Trace& trace, const TraceEvent& event) {
  if (IsChoice(event)) return false;
  // Announced; the event that names the new thread follows.
  if (event.kind == OperationKind::kSpawn && event.other == 0) return true;
  bool library = event.kind == OperationKind::kLibraryLock ||
                 event.kind == OperationKind::kLibraryWait ||
                 event.kind == OperationKind::kStaticGuard;
  const std::string& file = trace.locations[event.location].file;
  return library &&
         (trace.project.empty() || !file.starts_with(trace.project + "/"));
}

// "lock mutex #3", "spawn T2".
std::string OperationText(const Trace& trace, const TraceEvent& event) {
  std::string text;
  switch (event.kind) {
    case OperationKind::kBlock:
      text = "(cannot go on: blocked)";
      break;
    case OperationKind::kResume:
      text = "(goes on)";
      break;
    case OperationKind::kTimeout:
      text = "(time is up)";
      break;
    default:
      text = runtime::OperationName(event.kind);
      break;
  }
  bool about_thread = event.kind == OperationKind::kSpawn ||
                      event.kind == OperationKind::kJoin ||
                      event.kind == OperationKind::kDetach;
  if (about_thread && event.other != 0)
    return absl::StrCat(text, " ", ThreadLabel(trace, event.other));
  if (event.kind == OperationKind::kBlock ||
      event.kind == OperationKind::kResume)
    return text;
  std::string object = about_thread ? "" : ObjectLabel(trace, event.object);
  if (!object.empty()) absl::StrAppend(&text, " ", object);
  if (event.other != 0)
    absl::StrAppend(&text, ", wakes ", ThreadLabel(trace, event.other));
  return text;
}

bool SameStep(const TraceEvent& a, const TraceEvent& b) {
  return a.task == b.task && a.kind == b.kind && a.object == b.object &&
         a.location == b.location && a.other == b.other && !IsChoice(a) &&
         !IsChoice(b);
}

class Writer {
 public:
  Writer(const Trace& trace, SourceLines* sources,
         const TraceViewOptions& options)
      : trace_(trace), sources_(sources), options_(options) {}

  std::string Text() {
    Header();
    Threads();
    Steps();
    End();
    return std::move(out_);
  }

 private:
  std::string Paint(const char* code, const std::string& text) const {
    if (!options_.color) return text;
    return absl::StrCat("\033[", code, "m", text, "\033[0m");
  }

  void Header() {
    std::string kind(runtime::VerdictName(trace_.verdict));
    std::string place = PlaceText(trace_, trace_.failure_location);
    absl::StrAppend(&out_, Paint("1", absl::StrCat(trace_.test, ": ", kind)),
                    place.empty() ? "" : " at ", place, "\n");
    AppendMessage();
    absl::StrAppend(&out_, "  seed ", trace_.seed, ", strategy ",
                    trace_.strategy, "; ", trace_.decisions, " choices, ",
                    trace_.unusual, " of them unusual; ", trace_.threads.size(),
                    " threads; ",
                    DurationText(static_cast<double>(trace_.virtual_ns) * 1e-9),
                    " of virtual time\n");
  }

  void AppendMessage() {
    for (absl::string_view line :
         absl::StrSplit(PrintableText(trace_.message), '\n')) {
      if (!line.empty()) absl::StrAppend(&out_, "  ", line, "\n");
    }
  }

  void Threads() {
    for (size_t i = 1; i < trace_.threads.size(); ++i) {
      std::string place = PlaceText(trace_, trace_.threads[i].spawn_location);
      if (!place.empty())
        absl::StrAppend(&out_, "  ", ThreadLabel(trace_, i), " started at ",
                        place, "\n");
    }
  }

  void Steps() {
    size_t count = trace_.events.size();
    size_t first = options_.limit != 0 && options_.limit < count
                       ? count - options_.limit
                       : 0;
    if (first > 0)
      absl::StrAppend(&out_, "\n  ... ", first,
                      " steps left out; --limit=0 shows all\n");
    MeasureColumns(first);
    for (size_t i = first; i < count;) {
      const TraceEvent& event = trace_.events[i];
      if (IsNoise(trace_, event)) {
        ++i;
        continue;
      }
      if (event.task != running_) {
        running_ = event.task;
        absl::StrAppend(&out_, "\n",
                        Paint("1;36", ThreadLabel(trace_, event.task)), "\n");
      }
      if (IsChoice(event)) {
        absl::StrAppend(&out_, "        ",
                        Paint("1;33", ">>> " + ChoiceText(trace_, i)), "\n");
        ++i;
        continue;
      }
      size_t end = i + 1;
      while (end < count && SameStep(event, trace_.events[end])) ++end;
      Step(event, i + 1, end - i);
      i = end;
    }
  }

  void MeasureColumns(size_t first) {
    for (size_t i = first; i < trace_.events.size(); ++i) {
      const TraceEvent& event = trace_.events[i];
      if (IsChoice(event) || IsNoise(trace_, event)) continue;
      size_t operation = OperationText(trace_, event).size();
      size_t place = PlaceText(trace_, event.location).size();
      operation_column_ =
          std::max(operation_column_, std::min(operation, kOperationColumnMax));
      place_column_ = std::max(place_column_, std::min(place, kPlaceColumnMax));
    }
  }

  void Step(const TraceEvent& event, size_t number, size_t times) {
    std::string operation = OperationText(trace_, event);
    if (times > 1) absl::StrAppend(&operation, ", ", times, " times");
    std::string place = PlaceText(trace_, event.location);
    // What a block or a resume belongs to stands right above it.
    bool mark = event.kind == OperationKind::kBlock;
    std::string line =
        absl::StrFormat("  %5d  %-*s", number, operation_column_, operation);
    if (!mark && !place.empty()) {
      const runtime::TraceLocation& at = trace_.locations[event.location];
      std::string source = sources_->Line(at.file, at.line);
      if (source.size() > kSourceMax) source.resize(kSourceMax);
      absl::StrAppendFormat(&line, "  %-*s", place_column_, place);
      if (!source.empty()) absl::StrAppend(&line, "  ", Paint("2", source));
    }
    while (line.ends_with(' ')) line.pop_back();
    absl::StrAppend(&out_, line, "\n");
  }

  void End() {
    if (trace_.verdict == runtime::Verdict::kPassed) return;
    std::string place = PlaceText(trace_, trace_.failure_location);
    std::string kind(runtime::VerdictName(trace_.verdict));
    absl::StrAppend(&out_, "\n", Paint("1;31", kind),
                    place.empty() ? "" : " at ", place, "\n");
    AppendMessage();
    for (const std::string& line : ThreadLines(trace_))
      absl::StrAppend(&out_, "  ", line, "\n");
    for (const std::string& note : BlockedNotes(trace_))
      absl::StrAppend(&out_, "  ", note, "\n");
  }

  const Trace& trace_;
  SourceLines* sources_;
  const TraceViewOptions& options_;
  std::string out_;
  uint32_t running_ = ~0u;
  size_t operation_column_ = 0;
  size_t place_column_ = 0;
};

}  // namespace

std::string SourceLines::Line(const std::string& file, uint32_t line) {
  auto [entry, is_new] = files_.try_emplace(file);
  if (is_new && !file.empty()) {
    absl::StatusOr<std::string> text = ReadFile(file);
    if (text.ok()) entry->second = absl::StrSplit(*text, '\n');
  }
  if (line == 0 || line > entry->second.size()) return "";
  return std::string(absl::StripAsciiWhitespace(entry->second[line - 1]));
}

std::string ChoiceText(const Trace& trace, size_t index) {
  const TraceEvent& event = trace.events[index];
  // A thread that blocked or ended was not preempted: somebody else must run.
  bool gave_up = false;
  for (size_t i = index; i-- > 0 && !gave_up;) {
    const TraceEvent& before = trace.events[i];
    if (before.task != event.task) break;
    if (IsChoice(before)) continue;
    gave_up = before.kind == OperationKind::kBlock ||
              before.kind == OperationKind::kEnd;
    break;
  }
  std::string target = LabelOfKey(trace, event.choice_value);
  std::string next = runtime::OperationName(event.kind);
  switch (static_cast<Stream>(event.choice_stream)) {
    case Stream::kSchedule:
      return gave_up ? absl::StrCat("next is ", target,
                                    ", not the thread that waited longest")
                     : absl::StrCat("PREEMPTED before ", next, ": ", target,
                                    " runs instead");
    case Stream::kAccess: {
      std::string place = PlaceText(trace, event.location);
      return absl::StrCat("PREEMPTED at a plain access",
                          place.empty() ? "" : " at ", place, ": ", target,
                          " runs instead");
    }
    case Stream::kWake:
      return absl::StrCat("not the longest waiter is woken, but number ",
                          event.choice_value + 1);
    case Stream::kSpurious:
      return absl::StrCat(event.kind == OperationKind::kWait
                              ? "spurious wake-up"
                              : "spurious failure",
                          " of ", next);
    case Stream::kTime:
      return "time passes although a thread could run";
    case Stream::kValue:
      return absl::StrCat("random value ", event.choice_value);
  }
  return "an unusual choice";
}

std::string TraceText(const Trace& trace, SourceLines* sources,
                      const TraceViewOptions& options) {
  return Writer(trace, sources, options).Text();
}

absl::StatusOr<LoadedTrace> LoadTrace(const std::string& path) {
  std::string trace_path = path;
  if (path.ends_with(".json")) {
    absl::StatusOr<Artifact> artifact = ReadArtifact(path);
    if (!artifact.ok()) return artifact.status();
    if (artifact->trace_file.empty())
      return UsageError(absl::StrCat(path,
                                     " has no trace: it fails only "
                                     "after earlier runs in the same "
                                     "process"));
    trace_path =
        std::filesystem::path(path).parent_path() / artifact->trace_file;
  }
  absl::StatusOr<std::string> bytes = ReadFile(trace_path);
  if (!bytes.ok()) return bytes.status();
  LoadedTrace loaded;
  if (runtime::DecodeTrace(*bytes, &loaded.trace, &loaded.warning) ==
      runtime::TraceStatus::kUnreadable)
    return UsageError(
        absl::StrCat("cannot use ", trace_path, ": ", loaded.warning));
  return loaded;
}

}  // namespace detsim::cmd
