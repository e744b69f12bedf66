#include "cmd/lib/trace_builder.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "cmd/lib/trace_names.h"
#include "cmd/lib/trace_story.h"

namespace detsim::cmd {

namespace {

// Numbers each place once; 0 is the unknown one.
class LocationTable {
 public:
  LocationTable(const runtime::RunResult* result, const ProgramPlaces* places,
                runtime::Trace* trace)
      : result_(result), places_(places), trace_(trace) {
    trace_->locations.emplace_back();
  }

  uint32_t Of(uint64_t return_address, uint32_t callers = 0) {
    if (return_address == 0) return 0;
    auto [entry, added] =
        by_address_.try_emplace(std::pair(return_address, callers), 0);
    if (added) {
      entry->second =
          Of(places_->OfCall(return_address, result_->Callers(callers)));
    }
    return entry->second;
  }

  uint32_t OfPending(const runtime::ThreadReport& thread) {
    // One that has not begun is where it was started.
    return thread.pending.kind == runtime::OperationKind::kStart
               ? Of(thread.pending.pc, thread.spawn_callers)
               : Of(places_->OfPending(thread));
  }

  // The user's frames of a stack, inlined ones included, up to where the test
  // framework begins: what called it is the same for every test.
  std::vector<uint32_t> UserFrames(const std::vector<uint64_t>& stack) {
    std::vector<uint32_t> frames;
    for (uint64_t return_address : stack) {
      for (const SourcePlace& place :
           places_->symbolizer->Lookup(places_->modules, return_address)) {
        if (IsFrameworkPlace(place)) return frames;
        if (!IsLibraryPlace(place)) frames.push_back(Of(place));
      }
    }
    return frames;
  }

  uint32_t Of(const SourcePlace& place) {
    if (place.file.empty() && place.function.empty()) return 0;
    auto key = std::tuple(place.file, place.line, place.function, place.column);
    auto [entry, added] = by_place_.try_emplace(
        key, static_cast<uint32_t>(trace_->locations.size()));
    if (added)
      trace_->locations.push_back(
          {place.file, place.line, place.function, place.column});
    return entry->second;
  }

 private:
  const runtime::RunResult* result_;
  const ProgramPlaces* places_;
  runtime::Trace* trace_;
  // With the number of the callers.
  std::map<std::pair<uint64_t, uint32_t>, uint32_t> by_address_;
  std::map<std::tuple<std::string, uint32_t, std::string, uint32_t>, uint32_t>
      by_place_;
};

// Numbers addresses, so that a trace has none: they differ between machines.
class AddressNumbers {
 public:
  uint64_t Of(uint64_t address) {
    return numbers_.try_emplace(address, numbers_.size() + 1).first->second;
  }

 private:
  std::map<uint64_t, uint64_t> numbers_;
};

// Tells the values that are floating-point numbers: the shim's code at such an
// operation is a function of "detsim::detail::AtomicBase<double>".
class ValueTypes {
 public:
  explicit ValueTypes(const ProgramPlaces* places) : places_(places) {}

  // The flags of `event` as they are in the trace.
  uint8_t FlagsOf(const runtime::Event& event) {
    int size_log2 = event.value_flags >> runtime::kValueSizeShift;
    if (event.value_flags == 0 || (size_log2 != 2 && size_log2 != 3))
      return event.value_flags;
    auto [entry, added] = by_address_.try_emplace(event.pc);
    if (added) entry->second = TypeAt(event.pc);
    bool is_float = size_log2 == 2 && entry->second == "float";
    bool is_double = size_log2 == 3 && entry->second == "double";
    if (!is_float && !is_double) return event.value_flags;
    // What looks like an address is none.
    uint8_t flags =
        event.value_flags & (runtime::kValueRead | runtime::kValueWritten |
                             runtime::kNothingWritten);
    uint8_t type = is_float ? runtime::kFloatValue : runtime::kDoubleValue;
    return static_cast<uint8_t>(flags | type << runtime::kValueSizeShift);
  }

 private:
  std::string TypeAt(uint64_t pc) {
    constexpr std::string_view kClasses = "detsim::detail::Atomic";
    for (const SourcePlace& place :
         places_->symbolizer->Lookup(places_->modules, pc)) {
      if (!IsLibraryPlace(place)) break;
      size_t at = place.function.find(kClasses);
      if (at == std::string::npos) continue;
      size_t begin = place.function.find('<', at);
      if (begin == std::string::npos) continue;
      size_t end = place.function.find_first_of(",>", begin);
      return place.function.substr(begin + 1, end - begin - 1);
    }
    return "";
  }

  const ProgramPlaces* places_;
  std::map<uint64_t, std::string> by_address_;
};

runtime::TraceEvent EventOf(const runtime::Event& event,
                            LocationTable* locations, ValueTypes* types,
                            AddressNumbers* addresses) {
  uint8_t value_flags = types->FlagsOf(event);
  auto value = [&](uint64_t word, uint8_t is_address) {
    return value_flags & is_address ? addresses->Of(word) : word;
  };
  return {.time_ns = event.time_ns,
          .choice_value = event.choice_value,
          .read = value(event.read, runtime::kReadAddress),
          .written = value(event.written, runtime::kWrittenAddress),
          .location = locations->Of(event.pc, event.callers),
          .task = event.task,
          .object = event.object,
          .other = event.other,
          .kind = event.kind,
          .choice_stream = event.choice_stream,
          .runnable = event.runnable,
          .value_flags = value_flags};
}

runtime::TraceThread ThreadOf(const runtime::ThreadReport& report,
                              LocationTable* locations) {
  runtime::TraceThread thread;
  thread.key = report.key;
  thread.path = report.path;
  thread.name = report.name;
  thread.spawn_location = locations->Of(report.spawn_pc, report.spawn_callers);
  thread.finished = report.finished;
  thread.detached = report.detached;
  thread.blocked = report.blocked;
  thread.pending = report.pending.kind;
  thread.pending_location = locations->OfPending(report);
  thread.object = report.object;
  thread.holder = report.holder;
  thread.stack = locations->UserFrames(report.stack);
  return thread;
}

void CollectObjects(runtime::Trace* trace) {
  std::map<uint32_t, runtime::TraceObject> objects;
  for (const runtime::TraceEvent& event : trace->events) {
    std::string type(ObjectType(event.kind));
    if (event.object == 0 || type.empty()) continue;
    objects.try_emplace(event.object,
                        runtime::TraceObject{.ordinal = event.object,
                                             .type = std::move(type),
                                             .first_location = event.location});
  }
  for (auto& [ordinal, object] : objects)
    trace->objects.push_back(std::move(object));
}

}  // namespace

runtime::Trace BuildTrace(const runtime::RunResult& result,
                          const ProgramPlaces& places) {
  runtime::Trace trace;
  trace.project = places.project;
  trace.verdict = result.summary.verdict;
  trace.message = result.message;
  trace.seed = result.summary.seed;
  trace.trace_hash = result.summary.trace_hash;
  trace.decisions = result.summary.decisions;
  trace.unusual = result.summary.unusual;
  trace.steps = result.summary.steps;
  trace.virtual_ns = result.summary.virtual_ns;
  trace.failure_thread = result.failure_thread;
  LocationTable locations(&result, &places, &trace);
  trace.failure_location = locations.Of(result.failure_pc);
  for (const runtime::ThreadReport& report : result.threads)
    trace.threads.push_back(ThreadOf(report, &locations));
  if (trace.threads.empty()) trace.threads.emplace_back();
  // Whoever returned from main() has ended, though its fiber lives on.
  if (result.summary.cut_short == 0) trace.threads[0].finished = true;
  ValueTypes types(&places);
  AddressNumbers addresses;
  for (const runtime::Event& event : result.events)
    trace.events.push_back(EventOf(event, &locations, &types, &addresses));
  trace.able_changes = result.able_changes;
  CollectObjects(&trace);
  NameObjects(result, places, &trace);
  return trace;
}

void AddFailure(const FailureText& failure, runtime::Trace* trace) {
  trace->verdict = failure.kind;
  trace->message = failure.message;
  runtime::TraceLocation place = {failure.place.file, failure.place.line,
                                  failure.place.function};
  // What is said of a failure has no column.
  auto found = std::find_if(trace->locations.begin(), trace->locations.end(),
                            [&place](const runtime::TraceLocation& known) {
                              return known.file == place.file &&
                                     known.line == place.line &&
                                     known.function == place.function;
                            });
  trace->failure_location =
      static_cast<uint32_t>(found - trace->locations.begin());
  if (found == trace->locations.end()) trace->locations.push_back(place);
}

}  // namespace detsim::cmd
