#include "cmd/lib/trace_builder.h"

#include <map>
#include <tuple>

namespace detsim::cmd {

using runtime::OperationKind;

namespace {

// Numbers each place once; 0 is the unknown one.
class LocationTable {
 public:
  LocationTable(runtime::Trace* trace, const ProgramPlaces* places)
      : trace_(trace), places_(places) {
    trace_->locations.emplace_back();
  }

  uint32_t Of(uint64_t return_address) {
    if (return_address == 0) return 0;
    auto [entry, added] = by_address_.try_emplace(return_address, 0);
    if (added) entry->second = Of(places_->Of(return_address));
    return entry->second;
  }

  uint32_t Of(const SourcePlace& place) {
    if (place.file.empty() && place.function.empty()) return 0;
    auto key = std::tuple(place.file, place.line, place.function);
    auto [entry, added] = by_place_.try_emplace(
        key, static_cast<uint32_t>(trace_->locations.size()));
    if (added)
      trace_->locations.push_back({place.file, place.line, place.function});
    return entry->second;
  }

 private:
  runtime::Trace* trace_;
  const ProgramPlaces* places_;
  std::map<uint64_t, uint32_t> by_address_;
  std::map<std::tuple<std::string, uint32_t, std::string>, uint32_t> by_place_;
};

runtime::TraceThread ThreadOf(const runtime::ThreadReport& report,
                              LocationTable* locations) {
  runtime::TraceThread thread;
  thread.key = report.key;
  thread.path = report.path;
  thread.name = report.name;
  thread.spawn_location = locations->Of(report.spawn_pc);
  thread.finished = report.finished;
  thread.detached = report.detached;
  thread.blocked = report.blocked;
  thread.pending = report.pending.kind;
  thread.pending_location = locations->Of(report.pending.pc);
  thread.object = report.object;
  thread.holder = report.holder;
  for (uint64_t pc : report.stack) thread.stack.push_back(locations->Of(pc));
  return thread;
}

void CollectObjects(runtime::Trace* trace) {
  std::map<uint32_t, runtime::TraceObject> objects;
  for (const runtime::TraceEvent& event : trace->events) {
    std::string type = ObjectType(event.kind);
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

std::string ObjectType(OperationKind kind) {
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
    case OperationKind::kAccess:
      return "variable";
    case OperationKind::kLibraryLock:
    case OperationKind::kLibraryWait:
      return "library lock";
    case OperationKind::kStaticGuard:
      return "static guard";
    default:
      return "";
  }
}

runtime::Trace BuildTrace(const std::string& test, const std::string& strategy,
                          const runtime::RunResult& result,
                          const FailureText& failure,
                          const ProgramPlaces& places) {
  runtime::Trace trace;
  trace.test = test;
  trace.project = places.project;
  trace.strategy = strategy;
  trace.verdict = failure.kind;
  trace.message = failure.message;
  trace.seed = result.summary.seed;
  trace.trace_hash = result.summary.trace_hash;
  trace.decisions = result.summary.decisions;
  trace.unusual = result.summary.unusual;
  trace.steps = result.summary.steps;
  trace.virtual_ns = result.summary.virtual_ns;
  trace.failure_thread = result.failure_thread;
  LocationTable locations(&trace, &places);
  trace.failure_location = locations.Of(failure.place);
  for (const runtime::ThreadReport& report : result.threads)
    trace.threads.push_back(ThreadOf(report, &locations));
  if (trace.threads.empty()) trace.threads.emplace_back();
  for (const runtime::Event& event : result.events) {
    runtime::TraceEvent& out = trace.events.emplace_back();
    out.time_ns = event.time_ns;
    out.choice_value = event.choice_value;
    out.location = locations.Of(event.pc);
    out.task = event.task;
    out.object = event.object;
    out.other = event.other;
    out.kind = event.kind;
    out.choice_stream = event.choice_stream;
    out.runnable = event.runnable;
  }
  CollectObjects(&trace);
  return trace;
}

}  // namespace detsim::cmd
