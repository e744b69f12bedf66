#include "cmd/lib/trace_words.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "cmd/lib/files.h"
#include "cmd/lib/trace_story.h"

namespace detsim::cmd {

using runtime::OperationKind;
using runtime::Stream;
using runtime::Trace;
using runtime::TraceEvent;

namespace {

std::string LabelOfKey(const Trace& trace, runtime::ThreadKey key) {
  for (size_t i = 0; i < trace.threads.size(); ++i) {
    if (trace.threads[i].key == key) return ThreadLabel(trace, i);
  }
  return "another thread";
}

}  // namespace

bool IsChoice(const TraceEvent& event) {
  return event.choice_stream != runtime::kNoChoice;
}

bool IsSwitch(const TraceEvent& event) {
  return event.choice_stream == static_cast<uint8_t>(Stream::kSchedule) ||
         event.choice_stream == static_cast<uint8_t>(Stream::kAccess);
}

bool IsMark(const TraceEvent& event) {
  return event.kind == OperationKind::kBlock ||
         event.kind == OperationKind::kResume ||
         event.kind == OperationKind::kTimeout;
}

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

const std::vector<std::string>& SourceLines::Lines(const std::string& file) {
  auto [entry, is_new] = files_.try_emplace(file);
  if (is_new && !file.empty()) {
    absl::StatusOr<std::string> text = ReadFile(file);
    if (text.ok()) entry->second = absl::StrSplit(*text, '\n');
  }
  return entry->second;
}

std::string SourceLines::Line(const std::string& file, uint32_t line) {
  const std::vector<std::string>& lines = Lines(file);
  if (line == 0 || line > lines.size()) return "";
  return std::string(absl::StripAsciiWhitespace(lines[line - 1]));
}

}  // namespace detsim::cmd
