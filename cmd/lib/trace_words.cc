#include "cmd/lib/trace_words.h"

#include <bit>
#include <charconv>

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

// The shortest text that is this number and no other.
template <typename Floating>
std::string FloatingText(Floating value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

// `address_flag` says that the value is an address, by its number.
std::string ValueText(const TraceEvent& event, uint64_t value,
                      uint8_t address_flag) {
  if (event.value_flags & address_flag) return absl::StrCat("address #", value);
  int size_log2 = event.value_flags >> runtime::kValueSizeShift;
  if (size_log2 == runtime::kFloatValue)
    return FloatingText(std::bit_cast<float>(static_cast<uint32_t>(value)));
  if (size_log2 == runtime::kDoubleValue)
    return FloatingText(std::bit_cast<double>(value));
  if (size_log2 > 3) return absl::StrCat(value, " and more");
  int unused_bits = 64 - (8 << size_log2);
  return absl::StrCat(static_cast<int64_t>(value << unused_bits) >>
                      unused_bits);
}

std::string ValuesText(const TraceEvent& event, size_t writer) {
  std::string text;
  std::string read = ReadText(event);
  std::string written = WrittenText(event);
  bool only_writes = event.kind == OperationKind::kAtomicStore;
  if (!read.empty()) absl::StrAppend(&text, ", reads ", read);
  if (writer != kNoEvent && !only_writes)
    absl::StrAppend(&text, read.empty() ? ", reads" : "", " from step ",
                    writer + 1);
  if (!written.empty())
    absl::StrAppend(&text, ", writes ", written);
  else if (event.value_flags & runtime::kNothingWritten)
    absl::StrAppend(&text, ", fails");
  if (writer != kNoEvent && only_writes)
    absl::StrAppend(&text, written.empty() ? ", writes" : "", " over step ",
                    writer + 1, "'s");
  return text;
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

std::string ReadText(const TraceEvent& event) {
  if ((event.value_flags & runtime::kValueRead) == 0) return "";
  return ValueText(event, event.read, runtime::kReadAddress);
}

std::string WrittenText(const TraceEvent& event) {
  if ((event.value_flags & runtime::kValueWritten) == 0) return "";
  return ValueText(event, event.written, runtime::kWrittenAddress);
}

std::string OperationText(const Trace& trace, const TraceEvent& event,
                          size_t writer) {
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
    case OperationKind::kOnce:
      text = "call_once";
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
  absl::StrAppend(&text, ValuesText(event, writer));
  if (event.other != 0)
    absl::StrAppend(&text, ", wakes ", ThreadLabel(trace, event.other));
  return text;
}

// Whoever blocked or ended was not: somebody else must run. Nor whose wait
// ended at once: it waits in line with the others, to be picked itself perhaps.
bool WasPreempted(const Trace& trace, size_t index) {
  const TraceEvent& event = trace.events[index];
  if (event.choice_value == trace.threads[event.task].key) return false;
  for (size_t i = index; i-- > 0;) {
    const TraceEvent& before = trace.events[i];
    if (before.task != event.task) return true;
    if (static_cast<Stream>(before.choice_stream) == Stream::kSpurious &&
        before.kind == runtime::OperationKind::kWait) {
      return false;
    }
    if (IsChoice(before)) continue;
    return before.kind != OperationKind::kBlock &&
           before.kind != OperationKind::kEnd;
  }
  return true;
}

std::string ChoiceText(const Trace& trace, size_t index) {
  const TraceEvent& event = trace.events[index];
  std::string target = LabelOfKey(trace, event.choice_value);
  std::string next = runtime::OperationName(event.kind);
  switch (static_cast<Stream>(event.choice_stream)) {
    case Stream::kSchedule:
      return WasPreempted(trace, index)
                 ? absl::StrCat("PREEMPTED before ", next, ": ", target,
                                " runs instead")
                 : absl::StrCat("next is ", target,
                                ", not the thread that waited longest");
    case Stream::kAccess:
      return absl::StrCat("PREEMPTED at a plain access: ", target,
                          " runs instead");
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

const std::string& SourceLines::WholeLine(const std::string& file,
                                          uint32_t line) {
  static const std::string no_line;
  const std::vector<std::string>& lines = Lines(file);
  if (line == 0 || line > lines.size()) return no_line;
  return lines[line - 1];
}

std::string SourceLines::Line(const std::string& file, uint32_t line) {
  return std::string(absl::StripAsciiWhitespace(WholeLine(file, line)));
}

}  // namespace detsim::cmd
