#include "cmd/lib/trace_story.h"

#include <algorithm>
#include <optional>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "cmd/lib/files.h"
#include "cmd/lib/printable_text.h"
#include "cmd/lib/report_text.h"
#include "rewriter/original_names.h"

namespace detsim::cmd {

using runtime::OperationKind;
using runtime::Trace;
using runtime::TraceEvent;
using runtime::TraceThread;
using runtime::Verdict;

namespace {

constexpr size_t kStackLinesMax = 8;
constexpr size_t kThreadsShownMax = 64;

// What a blocked thread waits for, after "waits".
std::string WaitPhrase(OperationKind kind) {
  switch (kind) {
    case OperationKind::kJoin:
      return "for the end of";
    case OperationKind::kLock:
    case OperationKind::kTimedLock:
      return "to lock";
    case OperationKind::kSharedLock:
    case OperationKind::kSharedTimedLock:
      return "to lock (shared)";
    case OperationKind::kWait:
      return "to be notified through";
    case OperationKind::kEventWait:
      return "for the result of";
    case OperationKind::kOnce:
      return "for the first call through";
    case OperationKind::kAddressWait:
      return "to be notified through";
    case OperationKind::kLibraryLock:
      return "to lock, in a library,";
    case OperationKind::kLibraryWait:
      return "to be notified, in a library, by";
    case OperationKind::kStaticGuard:
      return "for the initialisation of a function-local static,";
    case OperationKind::kSleep:
      return "for time to pass";
    case OperationKind::kAcquire:
      return "to acquire";
    case OperationKind::kArrive:
      return "for the others at";
    case OperationKind::kSpinLock:
      return "to lock";
    default:
      return absl::StrCat("in ", runtime::OperationName(kind));
  }
}

bool IsHeld(OperationKind kind) {
  std::string_view type = ObjectType(kind);
  return type == "mutex" || type == "shared mutex" || type == "library lock" ||
         type == "spin lock";
}

bool Matters(const Trace& trace, size_t index) {
  switch (trace.verdict) {
    case Verdict::kDeadlock:
    case Verdict::kLivelock:
    case Verdict::kHang:
      return true;
    case Verdict::kThreadLeak:
      return index != 0;
    case Verdict::kAssertion:
      return false;
    default:
      return index == trace.failure_thread;
  }
}

std::string WaitLine(const Trace& trace, size_t index) {
  const TraceThread& thread = trace.threads[index];
  std::string line = ThreadLabel(trace, index);
  if (!thread.blocked) {
    if (index == trace.failure_thread)
      absl::StrAppend(&line, " was here");
    else
      absl::StrAppend(&line, " could go on");
    return line;
  }
  absl::StrAppend(&line, " waits ", WaitPhrase(thread.pending));
  bool joins = thread.pending == OperationKind::kJoin;
  std::string object = ObjectLabel(trace, thread.object);
  if (joins && thread.holder >= 0)
    absl::StrAppend(&line, " ",
                    ThreadLabel(trace, static_cast<size_t>(thread.holder)));
  else if (!object.empty())
    absl::StrAppend(&line, " ", object);
  if (!joins && thread.holder >= 0 && IsHeld(thread.pending))
    absl::StrAppend(&line, ", held by ",
                    ThreadLabel(trace, static_cast<size_t>(thread.holder)));
  return line;
}

void AppendStack(const Trace& trace, const TraceThread& thread,
                 std::vector<std::string>* lines) {
  auto append = [&](const char* word, uint32_t location) {
    std::string place = PlaceText(trace, location);
    if (place.empty()) return false;
    std::string function = ShortFunction(trace.locations[location].function);
    std::string line = absl::StrCat("    ", word, " ", place);
    if (!function.empty()) absl::StrAppend(&line, " in ", function);
    if (lines->back() != line) lines->push_back(std::move(line));
    return true;
  };
  size_t shown = 0;
  for (uint32_t location : thread.stack) {
    if (shown < kStackLinesMax && append("at", location)) ++shown;
  }
  // Inside a library that keeps no frame pointers.
  if (shown == 0)
    append(thread.blocked ? "at" : "after", thread.pending_location);
}

// The threads of a closed cycle of "waits for what X holds", from the one with
// the smallest index; empty if there is none.
std::vector<size_t> FindCycle(const Trace& trace) {
  for (size_t start = 0; start < trace.threads.size(); ++start) {
    std::vector<size_t> path;
    size_t at = start;
    while (trace.threads[at].blocked && trace.threads[at].holder >= 0 &&
           std::find(path.begin(), path.end(), at) == path.end()) {
      path.push_back(at);
      at = static_cast<size_t>(trace.threads[at].holder);
    }
    if (!path.empty() && at == start) return path;
  }
  return {};
}

std::string CycleNote(const Trace& trace, const std::vector<size_t>& cycle) {
  if (cycle.size() == 1)
    return absl::StrCat(ThreadLabel(trace, cycle[0]), " waits for itself");
  std::string note = "closed cycle: ";
  for (size_t i = 0; i < cycle.size(); ++i) {
    const TraceThread& thread = trace.threads[cycle[i]];
    std::string object = ObjectLabel(trace, thread.object);
    bool joins = thread.pending == OperationKind::kJoin;
    absl::StrAppend(&note, i == 0 ? "" : ", ", ThreadLabel(trace, cycle[i]),
                    " waits for ",
                    joins || object.empty() ? "" : object + " of ",
                    ThreadLabel(trace, static_cast<size_t>(thread.holder)));
  }
  return note;
}

// For a thread that waits for a notification: the last one came too early, or
// none ever came.
std::optional<std::string> MissedWakeUp(const Trace& trace, size_t index) {
  const TraceThread& thread = trace.threads[index];
  if (!thread.blocked || thread.pending != OperationKind::kWait ||
      thread.object == 0 || trace.events.empty())
    return std::nullopt;
  std::optional<size_t> began;
  std::optional<size_t> notified;
  for (size_t i = 0; i < trace.events.size(); ++i) {
    const TraceEvent& event = trace.events[i];
    if (event.object != thread.object ||
        event.choice_stream != runtime::kNoChoice)
      continue;
    if (event.kind == OperationKind::kNotifyOne ||
        event.kind == OperationKind::kNotifyAll)
      notified = i;
    if (event.kind == OperationKind::kWait && event.task == index) began = i;
  }
  std::string who = ThreadLabel(trace, index);
  std::string object = ObjectLabel(trace, thread.object);
  if (!began) return std::nullopt;
  if (!notified)
    return absl::StrCat("nobody ever notified ", object, ", on which ", who,
                        " waits");
  if (*notified > *began) return std::nullopt;
  const TraceEvent& event = trace.events[*notified];
  return absl::StrCat("the last notification of ", object, ", by ",
                      ThreadLabel(trace, event.task), " at ",
                      PlaceText(trace, event.location), ", came before ", who,
                      " began to wait");
}

}  // namespace

std::string ThreadLabel(const Trace& trace, size_t index) {
  std::string label = index == 0 ? "main" : absl::StrCat("T", index);
  if (index < trace.threads.size() && !trace.threads[index].name.empty())
    absl::StrAppend(&label, " (", trace.threads[index].name, ")");
  return label;
}

std::string_view ObjectType(OperationKind kind) {
  switch (kind) {
    case OperationKind::kLock:
    case OperationKind::kTryLock:
    case OperationKind::kTimedLock:
    case OperationKind::kUnlock:
      return "mutex";
    case OperationKind::kSharedLock:
    case OperationKind::kSharedTryLock:
    case OperationKind::kSharedTimedLock:
    case OperationKind::kSharedUnlock:
      return "shared mutex";
    case OperationKind::kWait:
    case OperationKind::kNotifyOne:
    case OperationKind::kNotifyAll:
      return "condition variable";
    case OperationKind::kEventSet:
    case OperationKind::kEventWait:
      return "future";
    case OperationKind::kOnce:
      return "once flag";
    case OperationKind::kAtomicLoad:
    case OperationKind::kAtomicStore:
    case OperationKind::kAtomicRmw:
    case OperationKind::kAddressWait:
    case OperationKind::kAddressWake:
      return "atomic";
    case OperationKind::kLibraryLock:
    case OperationKind::kLibraryWait:
      return "library lock";
    case OperationKind::kStaticGuard:
      return "static";
    case OperationKind::kAcquire:
    case OperationKind::kTryAcquire:
    case OperationKind::kRelease:
    case OperationKind::kCount:
      return "semaphore";
    case OperationKind::kArrive:
      return "barrier";
    case OperationKind::kSpinLock:
    case OperationKind::kSpinTryLock:
    case OperationKind::kSpinUnlock:
      return "spin lock";
    case OperationKind::kPoll:
    case OperationKind::kInput:
    case OperationKind::kOutput:
      return "descriptors";
    default:
      return "";
  }
}

std::string ObjectTypeOf(const Trace& trace, uint32_t ordinal) {
  auto found = std::find_if(
      trace.objects.begin(), trace.objects.end(),
      [ordinal](const auto& object) { return object.ordinal == ordinal; });
  return ordinal == 0 || found == trace.objects.end() ? "" : found->type;
}

std::string ObjectLabel(const Trace& trace, uint32_t ordinal) {
  if (ordinal == 0) return "";
  auto found = std::find_if(
      trace.objects.begin(), trace.objects.end(),
      [ordinal](const auto& object) { return object.ordinal == ordinal; });
  std::string label;
  if (found != trace.objects.end()) {
    for (const std::string* part : {&found->type, &found->name}) {
      if (!part->empty()) absl::StrAppend(&label, *part, " ");
    }
  }
  return absl::StrCat(label, "#", ordinal);
}

std::string PlaceText(const Trace& trace, uint32_t location) {
  const runtime::TraceLocation& place = trace.locations[location];
  if (place.file.empty()) return "";
  std::string file = RelativeTo(place.file, trace.project);
  return place.line == 0 ? file : absl::StrCat(file, ":", place.line);
}

std::string ExactPlaceText(const Trace& trace, uint32_t location) {
  std::string text = PlaceText(trace, location);
  uint32_t column = trace.locations[location].column;
  if (!text.empty() && column != 0) absl::StrAppend(&text, ":", column);
  return text;
}

std::string ShortFunction(const std::string& function) {
  std::string text = absl::StrReplaceAll(
      rewriter::WithOriginalNames(function),
      {{"(anonymous namespace)::", ""},
       {"operator()", "operator[]"},
       {"std::__cxx11::basic_string<char, std::char_traits<char>, "
        "std::allocator<char>>",
        "std::string"},
       {"std::__1::basic_string<char, std::__1::char_traits<char>, "
        "std::__1::allocator<char>>",
        "std::string"},
       {"std::__cxx11::", "std::"},
       {"std::__1::", "std::"}});
  std::string plain;
  int depth = 0;
  for (char c : text) {
    if (c == '(') ++depth;
    if (depth == 0) plain += c;
    if (c == ')') --depth;
  }
  for (std::string_view end : {" const", " [clone .cold]"}) {
    if (plain.ends_with(end)) plain.resize(plain.size() - end.size());
  }
  if (plain.ends_with("_Test::TestBody")) return "the test";
  // Clang's name for a lambda is "$_0", GCC's "{lambda#1}".
  size_t lambda = std::min(plain.find("::$_"), plain.find("::'lambda"));
  if (lambda != std::string::npos)
    return absl::StrCat("a lambda in ", ShortFunction(plain.substr(0, lambda)));
  return absl::StrReplaceAll(plain, {{"operator[]", "operator()"}});
}

std::vector<std::string> ThreadLines(const Trace& trace) {
  std::vector<std::string> lines;
  size_t shown = 0;
  for (size_t i = 0; i < trace.threads.size(); ++i) {
    const TraceThread& thread = trace.threads[i];
    if (thread.finished || !Matters(trace, i)) continue;
    if (++shown > kThreadsShownMax) {
      lines.emplace_back("... and more threads");
      break;
    }
    lines.push_back(WaitLine(trace, i));
    AppendStack(trace, thread, &lines);
    std::string started = PlaceText(trace, thread.spawn_location);
    if (!started.empty())
      lines.push_back(absl::StrCat("    started at ", started));
  }
  return lines;
}

std::vector<std::string> BlockedNotes(const Trace& trace) {
  std::vector<std::string> notes;
  std::vector<size_t> cycle = FindCycle(trace);
  if (!cycle.empty()) notes.push_back(CycleNote(trace, cycle));
  for (size_t i = 0; i < trace.threads.size(); ++i) {
    if (auto note = MissedWakeUp(trace, i)) notes.push_back(std::move(*note));
  }
  return notes;
}

size_t BlockedThread(const Trace& trace) {
  std::vector<size_t> cycle = FindCycle(trace);
  if (!cycle.empty()) return cycle.front();
  size_t at = 0;
  while (at + 1 < trace.threads.size() && trace.threads[at].finished) ++at;
  std::set<size_t> seen;
  while (trace.threads[at].blocked && trace.threads[at].holder >= 0 &&
         seen.insert(at).second)
    at = static_cast<size_t>(trace.threads[at].holder);
  return at;
}

std::string MessageLines(const Trace& trace) {
  std::string text;
  for (absl::string_view line :
       absl::StrSplit(PrintableText(trace.message), '\n')) {
    if (!line.empty()) absl::StrAppend(&text, "  ", line, "\n");
  }
  return text;
}

std::string VerdictLine(const Trace& trace) {
  std::string place = PlaceText(trace, trace.failure_location);
  return absl::StrCat(std::string(runtime::VerdictName(trace.verdict)),
                      place.empty() ? "" : " at ", place);
}

std::string TraceHeader(const Trace& trace) {
  return absl::StrCat(
      trace.test, ": ", VerdictLine(trace), "\n", MessageLines(trace),
      "  seed ", trace.seed, ", strategy ", trace.strategy, "; ",
      trace.decisions, " choices, ", trace.unusual, " of them unusual; ",
      trace.threads.size(),
      trace.threads.size() == 1 ? " thread; " : " threads; ",
      DurationText(static_cast<double>(trace.virtual_ns) * 1e-9),
      " of virtual time\n");
}

}  // namespace detsim::cmd
