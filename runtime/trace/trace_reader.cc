// DecodeTrace() of trace_file.h.
#include "runtime/base/bytes.h"
#include "runtime/trace/trace_events.h"
#include "runtime/trace/trace_file.h"
#include "runtime/trace/trace_sections.h"

namespace detsim::runtime {
namespace {

constexpr uint64_t kStackMax = 1024;
// All strings of a trace together: each is named by an index of four bytes, so
// that a small file could ask for any amount.
constexpr uint64_t kTextMax = uint64_t{1} << 30;

constexpr uint32_t Bit(TraceSection section) {
  return 1u << static_cast<uint32_t>(section);
}

// Decodes section by section. Whatever is damaged or missing leaves its part
// of the trace empty; Clamp() then makes every index safe.
class Reader {
 public:
  Reader(Trace* trace, uint32_t version) : trace_(trace), version_(version) {}

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
      if (event.choice_stream == kNoChoice) event.choice_value = 0;
    }
    std::erase_if(trace_->able_changes, [threads](const AbleChange& change) {
      return change.task >= threads;
    });
  }

 private:
  static constexpr uint64_t kSectionHeadSize = 16;
  static constexpr uint32_t kAllSections =
      Bit(TraceSection::kStrings) | Bit(TraceSection::kHeader) |
      Bit(TraceSection::kLocations) | Bit(TraceSection::kThreads) |
      Bit(TraceSection::kObjects) | Bit(TraceSection::kEvents);

  bool ReadSection(uint32_t tag, std::string_view payload) {
    ByteReader in(payload);
    switch (static_cast<TraceSection>(tag)) {
      case TraceSection::kStrings:
        return ReadStrings(in);
      case TraceSection::kHeader:
        return ReadHeader(in);
      case TraceSection::kLocations:
        return ReadLocations(in);
      case TraceSection::kThreads:
        return ReadThreads(in);
      case TraceSection::kObjects:
        return ReadObjects(in);
      case TraceSection::kEvents:
        return version_ == 1 ? DecodeEventsOfVersion1(payload, trace_)
                             : DecodeEvents(payload, trace_);
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
      if (version_ > 1) location.column = in.Value<uint32_t>();
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
      if (version_ > 1) object.name = String(in);
      if (in.ok()) trace_->objects.push_back(std::move(object));
    }
    return in.ok();
  }

  std::string String(ByteReader& in) {
    auto index = in.Value<uint32_t>();
    if (index >= strings_.size() || strings_[index].size() > text_left_)
      return "";
    text_left_ -= strings_[index].size();
    return strings_[index];
  }
  void ClampLocation(uint32_t* location) const {
    if (*location >= trace_->locations.size()) *location = 0;
  }

  Trace* trace_;
  uint32_t version_;
  std::vector<std::string> strings_;
  uint64_t text_left_ = kTextMax;
};

}  // namespace

TraceStatus DecodeTrace(std::string_view bytes, Trace* trace,
                        std::string* problem) {
  *trace = Trace();
  problem->clear();
  ByteReader start(bytes);
  if (start.Bytes(kTraceMagic.size()) != kTraceMagic) {
    *problem = "not a detsim trace";
    return TraceStatus::kUnreadable;
  }
  auto version = start.Value<uint32_t>();
  start.Value<uint32_t>();
  if (start.ok() &&
      (version < kTraceVersionOldest || version > kTraceVersion)) {
    *problem = "trace version " + std::to_string(version) +
               "; this detsim reads versions " +
               std::to_string(kTraceVersionOldest) + " to " +
               std::to_string(kTraceVersion);
    return TraceStatus::kUnreadable;
  }
  Reader reader(trace, version);
  bool whole = start.ok() && reader.ReadSections(bytes.substr(16));
  reader.Clamp();
  if (whole) return TraceStatus::kWhole;
  *problem = "the trace is damaged or cut off: it holds " +
             std::to_string(trace->events.size()) + " events up to the damage";
  return TraceStatus::kTruncated;
}

}  // namespace detsim::runtime
