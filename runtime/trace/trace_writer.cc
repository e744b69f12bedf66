// EncodeTrace() of trace_file.h.
#include <map>

#include "runtime/trace/trace_bytes.h"
#include "runtime/trace/trace_events.h"
#include "runtime/trace/trace_file.h"
#include "runtime/trace/trace_sections.h"

namespace detsim::runtime {
namespace {

class StringTable {
 public:
  StringTable() { Index(""); }
  uint32_t Index(const std::string& text) {
    auto [entry, added] =
        indexes_.emplace(text, static_cast<uint32_t>(indexes_.size()));
    if (added) {
      ++count_;
      texts_.Text(text);
    }
    return entry->second;
  }
  std::string Encode() const {
    TraceBytes buffer;
    buffer.Value(count_);
    return buffer.bytes() + texts_.bytes();
  }

 private:
  std::map<std::string, uint32_t> indexes_;
  TraceBytes texts_;
  uint32_t count_ = 0;
};

std::string EncodeHeader(const Trace& trace, StringTable* strings) {
  TraceBytes out;
  out.Value(strings->Index(trace.test));
  out.Value(strings->Index(trace.project));
  out.Value(strings->Index(trace.strategy));
  out.Value(strings->Index(trace.message));
  out.Value(static_cast<uint32_t>(trace.verdict));
  out.Value(trace.failure_location);
  out.Value(trace.failure_thread);
  out.Value(uint32_t{0});
  out.Value(trace.seed);
  out.Value(trace.trace_hash);
  out.Value(trace.decisions);
  out.Value(trace.unusual);
  out.Value(trace.steps);
  out.Value(trace.virtual_ns);
  return out.bytes();
}

std::string EncodeLocations(const Trace& trace, StringTable* strings) {
  TraceBytes out;
  out.Value(static_cast<uint32_t>(trace.locations.size()));
  for (const TraceLocation& location : trace.locations) {
    out.Value(strings->Index(location.file));
    out.Value(location.line);
    out.Value(strings->Index(location.function));
    out.Value(location.column);
  }
  return out.bytes();
}

std::string EncodeThreads(const Trace& trace, StringTable* strings) {
  TraceBytes out;
  out.Value(static_cast<uint32_t>(trace.threads.size()));
  for (const TraceThread& thread : trace.threads) {
    out.Value(thread.key);
    out.Value(strings->Index(thread.path));
    out.Value(strings->Index(thread.name));
    out.Value(thread.spawn_location);
    out.Value(uint32_t{thread.finished} | uint32_t{thread.detached} << 1 |
              uint32_t{thread.blocked} << 2);
    out.Value(static_cast<uint32_t>(thread.pending));
    out.Value(thread.pending_location);
    out.Value(thread.object);
    out.Value(thread.holder);
    out.Value(static_cast<uint32_t>(thread.stack.size()));
    for (uint32_t location : thread.stack) out.Value(location);
  }
  return out.bytes();
}

std::string EncodeObjects(const Trace& trace, StringTable* strings) {
  TraceBytes out;
  out.Value(static_cast<uint32_t>(trace.objects.size()));
  for (const TraceObject& object : trace.objects) {
    out.Value(object.ordinal);
    out.Value(strings->Index(object.type));
    out.Value(object.first_location);
    out.Value(strings->Index(object.name));
  }
  return out.bytes();
}

void AppendSection(TraceSection tag, const std::string& payload,
                   std::string* out) {
  TraceBytes head;
  head.Value(static_cast<uint32_t>(tag));
  head.Value(uint32_t{0});
  head.Value(static_cast<uint64_t>(payload.size()));
  *out += head.bytes();
  *out += payload;
}

}  // namespace

std::string EncodeTrace(const Trace& trace) {
  StringTable strings;
  std::string header = EncodeHeader(trace, &strings);
  std::string locations = EncodeLocations(trace, &strings);
  std::string threads = EncodeThreads(trace, &strings);
  std::string objects = EncodeObjects(trace, &strings);

  TraceBytes start;
  start.Value(kTraceVersion);
  start.Value(uint32_t{0});
  std::string out(kTraceMagic);
  out += start.bytes();
  AppendSection(TraceSection::kStrings, strings.Encode(), &out);
  AppendSection(TraceSection::kHeader, header, &out);
  AppendSection(TraceSection::kLocations, locations, &out);
  AppendSection(TraceSection::kThreads, threads, &out);
  AppendSection(TraceSection::kObjects, objects, &out);
  // Last, so that a file that was cut off loses only its end.
  AppendSection(TraceSection::kEvents, EncodeEvents(trace), &out);
  return out;
}

}  // namespace detsim::runtime
