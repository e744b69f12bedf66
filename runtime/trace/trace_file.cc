#include "runtime/trace/trace_file.h"

#include <bit>
#include <cstring>
#include <map>

#include "runtime/base/bytes.h"

namespace detsim::runtime {
namespace {

static_assert(std::endian::native == std::endian::little,
              "Trace files are little-endian.");

constexpr std::string_view kMagic = "DETSIMTR";

// Sections, in the order in which they are written. A reader skips tags that
// it does not know.
enum Section : uint32_t {
  kStrings = 1,
  kHeader = 2,
  kLocations = 3,
  kThreads = 4,
  kObjects = 5,
  kEvents = 6,
};

constexpr uint64_t kStackMax = 1024;

// Appends to a string; ByteWriter needs to know its size beforehand.
class Buffer {
 public:
  template <typename T>
  void Value(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void Text(std::string_view text) {
    Value(static_cast<uint32_t>(text.size()));
    bytes_.append(text);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

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
    Buffer buffer;
    buffer.Value(count_);
    return buffer.bytes() + texts_.bytes();
  }

 private:
  std::map<std::string, uint32_t> indexes_;
  Buffer texts_;
  uint32_t count_ = 0;
};

std::string EncodeHeader(const Trace& trace, StringTable* strings) {
  Buffer out;
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
  Buffer out;
  out.Value(static_cast<uint32_t>(trace.locations.size()));
  for (const TraceLocation& location : trace.locations) {
    out.Value(strings->Index(location.file));
    out.Value(location.line);
    out.Value(strings->Index(location.function));
  }
  return out.bytes();
}

std::string EncodeThreads(const Trace& trace, StringTable* strings) {
  Buffer out;
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
  Buffer out;
  out.Value(static_cast<uint32_t>(trace.objects.size()));
  for (const TraceObject& object : trace.objects) {
    out.Value(object.ordinal);
    out.Value(strings->Index(object.type));
    out.Value(object.first_location);
  }
  return out.bytes();
}

std::string EncodeEvents(const Trace& trace) {
  Buffer out;
  out.Value(static_cast<uint64_t>(trace.events.size()));
  for (const TraceEvent& event : trace.events) out.Value(event);
  return out.bytes();
}

// Decodes section by section. Whatever is damaged or missing leaves its part
// of the trace empty; Clamp() then makes every index safe.
class Reader {
 public:
  explicit Reader(Trace* trace) : trace_(trace) {}

  // False when `bytes` ends early or a section is damaged.
  bool ReadSections(std::string_view bytes) {
    uint32_t seen = 0;
    bool whole = true;
    while (!bytes.empty()) {
      ByteReader head(bytes);
      uint32_t tag = head.Value<uint32_t>();
      head.Value<uint32_t>();
      uint64_t size = head.Value<uint64_t>();
      if (!head.ok()) return false;
      bytes.remove_prefix(kSectionHeadSize);
      // The whole records of a section that was cut off are still good.
      std::string_view payload = bytes.substr(0, size);
      bytes.remove_prefix(payload.size());
      if (!ReadSection(tag, payload) || payload.size() < size) whole = false;
      if (tag < 32) seen |= 1u << tag;
    }
    return whole && (seen & kAllSections) == kAllSections;
  }

  void Clamp() {
    if (trace_->locations.empty()) trace_->locations.emplace_back();
    if (trace_->threads.empty()) trace_->threads.emplace_back();
    auto threads = static_cast<uint32_t>(trace_->threads.size());
    ClampLocation(&trace_->failure_location);
    if (trace_->failure_thread >= threads) trace_->failure_thread = 0;
    for (TraceThread& thread : trace_->threads) {
      ClampLocation(&thread.spawn_location);
      ClampLocation(&thread.pending_location);
      for (uint32_t& location : thread.stack) ClampLocation(&location);
      if (thread.holder >= static_cast<int64_t>(threads)) thread.holder = -1;
    }
    for (TraceObject& object : trace_->objects)
      ClampLocation(&object.first_location);
    for (TraceEvent& event : trace_->events) {
      ClampLocation(&event.location);
      if (event.task >= threads) event.task = 0;
      if (event.other >= threads) event.other = 0;
    }
  }

 private:
  static constexpr uint64_t kSectionHeadSize = 16;
  static constexpr uint32_t kAllSections = 1u << kStrings | 1u << kHeader |
                                           1u << kLocations | 1u << kThreads |
                                           1u << kObjects | 1u << kEvents;

  bool ReadSection(uint32_t tag, std::string_view payload) {
    ByteReader in(payload);
    switch (tag) {
      case kStrings:
        return ReadStrings(in);
      case kHeader:
        return ReadHeader(in);
      case kLocations:
        return ReadLocations(in);
      case kThreads:
        return ReadThreads(in);
      case kObjects:
        return ReadObjects(in);
      case kEvents:
        return ReadEvents(in);
      default:
        return true;  // Of a later version: nothing we need.
    }
  }

  bool ReadStrings(ByteReader in) {
    auto count = in.Value<uint32_t>();
    for (uint32_t i = 0; i < count && in.ok(); ++i) {
      std::string_view text = in.Text();
      if (in.ok()) strings_.emplace_back(text);
    }
    return in.ok();
  }

  bool ReadHeader(ByteReader in) {
    trace_->test = String(in);
    trace_->project = String(in);
    trace_->strategy = String(in);
    trace_->message = String(in);
    auto verdict = in.Value<uint32_t>();
    if (verdict >= kVerdicts) return false;
    trace_->verdict = static_cast<Verdict>(verdict);
    trace_->failure_location = in.Value<uint32_t>();
    trace_->failure_thread = in.Value<uint32_t>();
    in.Value<uint32_t>();
    trace_->seed = in.Value<uint64_t>();
    trace_->trace_hash = in.Value<uint64_t>();
    trace_->decisions = in.Value<uint64_t>();
    trace_->unusual = in.Value<uint64_t>();
    trace_->steps = in.Value<uint64_t>();
    trace_->virtual_ns = in.Value<uint64_t>();
    return in.ok();
  }

  bool ReadLocations(ByteReader in) {
    auto count = in.Value<uint32_t>();
    for (uint32_t i = 0; i < count && in.ok(); ++i) {
      TraceLocation location;
      location.file = String(in);
      location.line = in.Value<uint32_t>();
      location.function = String(in);
      if (in.ok()) trace_->locations.push_back(std::move(location));
    }
    return in.ok();
  }

  bool ReadThreads(ByteReader in) {
    auto count = in.Value<uint32_t>();
    for (uint32_t i = 0; i < count && in.ok(); ++i) {
      TraceThread thread;
      thread.key = in.Value<uint64_t>();
      thread.path = String(in);
      thread.name = String(in);
      thread.spawn_location = in.Value<uint32_t>();
      auto flags = in.Value<uint32_t>();
      thread.finished = flags & 1;
      thread.detached = flags & 2;
      thread.blocked = flags & 4;
      thread.pending = static_cast<OperationKind>(in.Value<uint32_t>());
      thread.pending_location = in.Value<uint32_t>();
      thread.object = in.Value<uint32_t>();
      thread.holder = in.Value<int32_t>();
      auto frames = in.Value<uint32_t>();
      if (frames > kStackMax) return false;
      for (uint32_t frame = 0; frame < frames && in.ok(); ++frame)
        thread.stack.push_back(in.Value<uint32_t>());
      if (in.ok()) trace_->threads.push_back(std::move(thread));
    }
    return in.ok();
  }

  bool ReadObjects(ByteReader in) {
    auto count = in.Value<uint32_t>();
    for (uint32_t i = 0; i < count && in.ok(); ++i) {
      TraceObject object;
      object.ordinal = in.Value<uint32_t>();
      object.type = String(in);
      object.first_location = in.Value<uint32_t>();
      if (in.ok()) trace_->objects.push_back(std::move(object));
    }
    return in.ok();
  }

  bool ReadEvents(ByteReader in) {
    auto count = in.Value<uint64_t>();
    for (uint64_t i = 0; i < count && in.ok(); ++i) {
      auto event = in.Value<TraceEvent>();
      if (in.ok()) trace_->events.push_back(event);
    }
    return in.ok();
  }

  std::string String(ByteReader& in) {
    auto index = in.Value<uint32_t>();
    return index < strings_.size() ? strings_[index] : "";
  }
  void ClampLocation(uint32_t* location) const {
    if (*location >= trace_->locations.size()) *location = 0;
  }

  Trace* trace_;
  std::vector<std::string> strings_;
};

void AppendSection(Section tag, const std::string& payload, std::string* out) {
  Buffer head;
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

  Buffer start;
  start.Value(kTraceVersion);
  start.Value(uint32_t{0});
  std::string out(kMagic);
  out += start.bytes();
  AppendSection(kStrings, strings.Encode(), &out);
  AppendSection(kHeader, header, &out);
  AppendSection(kLocations, locations, &out);
  AppendSection(kThreads, threads, &out);
  AppendSection(kObjects, objects, &out);
  // Last, so that a file that was cut off loses only its end.
  AppendSection(kEvents, EncodeEvents(trace), &out);
  return out;
}

TraceStatus DecodeTrace(std::string_view bytes, Trace* trace,
                        std::string* problem) {
  *trace = Trace();
  problem->clear();
  ByteReader start(bytes);
  if (start.Bytes(kMagic.size()) != kMagic) {
    *problem = "not a detsim trace";
    return TraceStatus::kUnreadable;
  }
  auto version = start.Value<uint32_t>();
  start.Value<uint32_t>();
  if (start.ok() && version != kTraceVersion) {
    *problem = "trace version " + std::to_string(version) +
               "; this detsim reads version " + std::to_string(kTraceVersion);
    return TraceStatus::kUnreadable;
  }
  Reader reader(trace);
  bool whole = start.ok() && reader.ReadSections(bytes.substr(16));
  reader.Clamp();
  if (whole) return TraceStatus::kWhole;
  *problem = "the trace is damaged or cut off: it holds " +
             std::to_string(trace->events.size()) + " events up to the damage";
  return TraceStatus::kTruncated;
}

}  // namespace detsim::runtime
