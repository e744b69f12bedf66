#include "cmd/lib/trace_export.h"

#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cmd/lib/command_line.h"
#include "cmd/lib/printable_text.h"
#include "cmd/lib/trace_links.h"
#include "cmd/lib/trace_story.h"
#include "cmd/lib/trace_wakes.h"
#include "cmd/lib/trace_words.h"
#include "runtime/trace/able_threads.h"

namespace detsim::cmd {

using Json = nlohmann::ordered_json;
using runtime::Trace;
using runtime::TraceEvent;

namespace {

constexpr int kThreadsProcess = 1;
constexpr int kLocksProcess = 2;

Json StepOf(size_t event) {
  return event == kNoEvent ? Json() : Json(event + 1);
}

Json ThreadJson(const Trace& trace, size_t index) {
  const runtime::TraceThread& thread = trace.threads[index];
  Json json = {{"label", ThreadLabel(trace, index)},
               {"path", thread.path},
               {"spawned_at", thread.spawn_location},
               {"finished", thread.finished},
               {"blocked", thread.blocked}};
  if (!thread.finished) json["stack"] = thread.stack;
  return json;
}

void AddValues(const TraceEvent& event, Json* json) {
  std::string read = ReadText(event);
  std::string written = WrittenText(event);
  if (!read.empty()) (*json)["read"] = read;
  if (!written.empty()) (*json)["written"] = written;
  if (event.value_flags & runtime::kNothingWritten) (*json)["fails"] = true;
}

// `last_write` is of LastWrites(), `able` the others that could run.
Json EventJson(const Trace& trace, size_t index, size_t last_write,
               const std::vector<uint32_t>& able) {
  const TraceEvent& event = trace.events[index];
  Json json = {{"step", index + 1},
               {"time_ns", event.time_ns},
               {"thread", event.task},
               {"operation", runtime::OperationName(event.kind)}};
  if (event.object != 0) json["object"] = event.object;
  if (event.other != 0) json["other"] = event.other;
  if (event.location != 0) json["place"] = event.location;
  json["could_run"] = event.runnable;
  if (!able.empty()) json["able"] = able;
  json["text"] =
      IsChoice(event) ? ChoiceText(trace, index) : OperationText(trace, event);
  if (IsChoice(event)) {
    auto stream = static_cast<runtime::Stream>(event.choice_stream);
    json["choice"] = runtime::StreamName(stream);
    if (!IsSwitch(event)) json["value"] = event.choice_value;
    for (size_t i = 0; IsSwitch(event) && i < trace.threads.size(); ++i) {
      if (trace.threads[i].key == event.choice_value) json["chosen"] = i;
    }
  }
  AddValues(event, &json);
  if (last_write != kNoEvent) json["last_write"] = StepOf(last_write);
  if (IsNoise(trace, event)) json["library"] = true;
  return json;
}

Json HoldsJson(const Trace& trace) {
  Json holds = Json::array();
  for (const LockHold& hold : LockHolds(trace))
    holds.push_back({{"thread", hold.task},
                     {"object", hold.object},
                     {"shared", hold.shared},
                     {"from", StepOf(hold.first)},
                     {"to", StepOf(hold.last)}});
  return holds;
}

Json BlockingsJson(const Trace& trace) {
  Json blockings = Json::array();
  for (const Blocking& blocking : Blockings(trace))
    blockings.push_back({{"thread", blocking.task},
                         {"object", blocking.object},
                         {"operation", runtime::OperationName(blocking.kind)},
                         {"from", StepOf(blocking.block)},
                         {"to", StepOf(blocking.resume)},
                         {"woken_by", StepOf(blocking.waker)}});
  return blockings;
}

// Events of Chrome's format.
class PerfettoWriter {
 public:
  explicit PerfettoWriter(const Trace& trace)
      : trace_(trace), writes_(LastWrites(trace)) {}

  Json Events() {
    Names();
    for (size_t i = 0; i < trace_.events.size(); ++i) Step(i);
    size_t id = 0;
    for (const Blocking& blocking : Blockings(trace_)) Block(blocking, ++id);
    for (const LockHold& hold : LockHolds(trace_)) Hold(hold, ++id);
    if (runtime::IsFailure(trace_.verdict))
      Add("i", VerdictLine(trace_), kThreadsProcess, trace_.failure_thread,
          trace_.events.size())["s"] = "g";
    return std::move(events_);
  }

 private:
  Json& Add(const char* phase, const std::string& name, int process,
            uint64_t thread, size_t time) {
    events_.push_back({{"ph", phase},
                       {"name", name},
                       {"pid", process},
                       {"tid", thread},
                       {"ts", time}});
    return events_.back();
  }

  void Names() {
    Add("M", "process_name", kThreadsProcess, 0,
        0)["args"] = {{"name", trace_.test}};
    Add("M", "process_name", kLocksProcess, 0, 0)["args"] = {{"name", "locks"}};
    for (size_t i = 0; i < trace_.threads.size(); ++i) {
      Add("M", "thread_name", kThreadsProcess, i,
          0)["args"] = {{"name", ThreadLabel(trace_, i)}};
      Add("M", "thread_sort_index", kThreadsProcess, i,
          0)["args"] = {{"sort_index", i}};
    }
  }

  void Step(size_t i) {
    const TraceEvent& event = trace_.events[i];
    if (event.kind == runtime::OperationKind::kBlock && !IsChoice(event))
      return;  // Drawn as the time that it takes.
    Json& json = IsChoice(event) ? Add("i", ChoiceText(trace_, i),
                                       kThreadsProcess, event.task, i)
                                 : Add("X", OperationText(trace_, event),
                                       kThreadsProcess, event.task, i);
    json["cat"] = IsChoice(event) ? "unusual choice" : "operation";
    if (IsChoice(event))
      json["s"] = "t";
    else
      json["dur"] = 1;
    const runtime::TraceLocation& place = trace_.locations[event.location];
    json["args"] = {{"step", i + 1},
                    {"place", PlaceText(trace_, event.location)},
                    {"function", place.function},
                    {"virtual_ns", event.time_ns}};
    AddValues(event, &json["args"]);
    if (writes_[i] != kNoEvent) Read(i);
  }

  // From another thread's write to the step that reads it.
  void Read(size_t i) {
    uint32_t writer = trace_.events[writes_[i]].task;
    uint32_t reader = trace_.events[i].task;
    // Each category has ids of its own.
    if (writer != reader)
      Flow("reads", "reads-from", {writer, writes_[i]}, {reader, i}, i + 1);
  }

  void Block(const Blocking& blocking, size_t id) {
    size_t end =
        blocking.resume == kNoEvent ? trace_.events.size() : blocking.resume;
    std::string object = ObjectTypeOf(trace_, blocking.object).empty()
                             ? ""
                             : " " + ObjectLabel(trace_, blocking.object);
    Json& json =
        Add("X",
            absl::StrCat("blocked: ", runtime::OperationName(blocking.kind),
                         object),
            kThreadsProcess, blocking.task, blocking.block);
    json["cat"] = "blocked";
    json["dur"] = end - blocking.block;
    if (blocking.waker == kNoEvent) return;
    Flow("wakes", "wake-up",
         {trace_.events[blocking.waker].task, blocking.waker},
         {blocking.task, end}, id);
  }

  struct FlowEnd {
    uint32_t thread;
    size_t time;
  };

  void Flow(const char* name, const char* category, FlowEnd from, FlowEnd to,
            size_t id) {
    Json& begin = Add("s", name, kThreadsProcess, from.thread, from.time);
    begin["cat"] = category;
    begin["id"] = id;
    Json& end = Add("f", name, kThreadsProcess, to.thread, to.time);
    end["cat"] = category;
    end["id"] = id;
    end["bp"] = "e";
  }

  void Hold(const LockHold& hold, size_t id) {
    if (named_.insert(hold.object).second)
      Add("M", "thread_name", kLocksProcess, hold.object,
          0)["args"] = {{"name", ObjectLabel(trace_, hold.object)}};
    size_t last = hold.last == kNoEvent ? trace_.events.size() : hold.last;
    for (bool begins : {true, false}) {
      Json& json = Add(begins ? "b" : "e",
                       absl::StrCat(ObjectLabel(trace_, hold.object), ": ",
                                    ThreadLabel(trace_, hold.task)),
                       kLocksProcess, hold.object, begins ? hold.first : last);
      json["cat"] = ObjectLabel(trace_, hold.object);
      json["id"] = id;
    }
  }

  const Trace& trace_;
  std::vector<size_t> writes_;
  Json events_ = Json::array();
  std::set<uint32_t> named_;
};

}  // namespace

Json TraceJson(const Trace& trace) {
  Json json = {{"format", "detsim trace"},
               {"version", kTraceJsonVersion},
               {"tool", kToolVersion},
               {"test", trace.test},
               {"verdict", std::string(runtime::VerdictName(trace.verdict))},
               {"failed", runtime::IsFailure(trace.verdict)},
               {"message", PrintableText(trace.message)},
               {"place", trace.failure_location},
               {"thread", trace.failure_thread},
               {"seed", trace.seed},
               {"strategy", trace.strategy},
               {"decisions", trace.decisions},
               {"unusual", trace.unusual},
               {"virtual_ns", trace.virtual_ns}};
  json["threads"] = Json::array();
  for (size_t i = 0; i < trace.threads.size(); ++i)
    json["threads"].push_back(ThreadJson(trace, i));
  json["objects"] = Json::array();
  for (const runtime::TraceObject& object : trace.objects)
    json["objects"].push_back({{"number", object.ordinal},
                               {"type", object.type},
                               {"name", object.name},
                               {"label", ObjectLabel(trace, object.ordinal)},
                               {"place", object.first_location}});
  json["places"] = Json::array();
  for (size_t i = 0; i < trace.locations.size(); ++i)
    json["places"].push_back(
        {{"text", PlaceText(trace, static_cast<uint32_t>(i))},
         {"file", trace.locations[i].file},
         {"line", trace.locations[i].line},
         {"column", trace.locations[i].column},
         {"function", ShortFunction(trace.locations[i].function)}});
  json["events"] = Json::array();
  std::vector<size_t> writes = LastWrites(trace);
  runtime::AbleThreads able(trace.able_changes);
  for (size_t i = 0; i < trace.events.size(); ++i)
    json["events"].push_back(
        EventJson(trace, i, writes[i], able.OthersAt(i, trace.events[i].task)));
  json["holds"] = HoldsJson(trace);
  json["blockings"] = BlockingsJson(trace);
  json["end"] = ThreadLines(trace);
  json["notes"] = BlockedNotes(trace);
  return json;
}

Json PerfettoJson(const Trace& trace) {
  return {{"traceEvents", PerfettoWriter(trace).Events()},
          {"displayTimeUnit", "ns"},
          {"otherData",
           {{"tool", kToolVersion},
            {"test", trace.test},
            {"verdict", VerdictLine(trace)},
            {"seed", trace.seed}}}};
}

std::string JsonText(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace detsim::cmd
