#include "runtime/trace/trace_events.h"

#include <algorithm>
#include <map>

#include "runtime/base/bytes.h"
#include "runtime/trace/trace_bytes.h"

namespace detsim::runtime {
namespace {

// What an event starts with: which of its parts follow. The others are as in
// the event before (the thread, the time) or 0.
enum Part : uint8_t {
  kTask = 1,
  kTime = 2,
  kLocation = 4,
  kObject = 8,
  kOther = 16,
  kChoice = 32,
  kValues = 64,
  kAble = 128,
};

bool IsSwitchStream(uint8_t stream) {
  return stream == static_cast<uint8_t>(Stream::kSchedule) ||
         stream == static_cast<uint8_t>(Stream::kAccess);
}

class Encoder {
 public:
  explicit Encoder(const Trace& trace) : trace_(trace) {
    for (size_t i = trace.threads.size(); i-- > 0;)
      index_of_[trace.threads[i].key] = i;
  }

  std::string Encode() {
    out_.Value(static_cast<uint64_t>(trace_.events.size()));
    for (size_t i = 0; i < trace_.events.size(); ++i) Event(i);
    return out_.bytes();
  }

 private:
  void Event(size_t i) {
    const TraceEvent& event = trace_.events[i];
    size_t able_end = able_;
    while (able_end < trace_.able_changes.size() &&
           trace_.able_changes[able_end].event <= i)
      ++able_end;
    bool values = event.value_flags != 0;
    bool chosen = event.choice_stream != kNoChoice;
    out_.Value(static_cast<uint8_t>(
        (event.task != before_.task ? kTask : 0) |
        (event.time_ns != before_.time_ns ? kTime : 0) |
        (event.location != 0 ? kLocation : 0) |
        (event.object != 0 ? kObject : 0) | (event.other != 0 ? kOther : 0) |
        (chosen ? kChoice : 0) | (values ? kValues : 0) |
        (able_end != able_ ? kAble : 0)));
    out_.Value(event.kind);
    out_.Value(event.runnable);
    if (event.task != before_.task) out_.Varint(event.task);
    // Modulo 2^64: any two times have a difference.
    if (event.time_ns != before_.time_ns)
      out_.Varint(event.time_ns - before_.time_ns);
    if (event.location != 0) out_.Varint(event.location);
    if (event.object != 0) out_.Varint(event.object);
    if (event.other != 0) out_.Varint(event.other);
    if (chosen) Choice(event);
    if (values) Values(event);
    if (able_end != able_) Able(able_end);
    before_ = event;
  }

  // A thread's key is 8 bytes of noise, its index one or two.
  void Choice(const TraceEvent& event) {
    out_.Value(event.choice_stream);
    if (!IsSwitchStream(event.choice_stream))
      return out_.Varint(event.choice_value);
    auto found = index_of_.find(event.choice_value);
    if (found != index_of_.end()) return out_.Varint(found->second + 1);
    out_.Varint(0);
    out_.Value(event.choice_value);
  }

  void Values(const TraceEvent& event) {
    out_.Value(event.value_flags);
    if (event.value_flags & kValueRead) out_.Varint(event.read);
    if (event.value_flags & kValueWritten) out_.Varint(event.written);
  }

  void Able(size_t end) {
    out_.Varint(end - able_);
    for (; able_ < end; ++able_) {
      const AbleChange& change = trace_.able_changes[able_];
      out_.Varint(uint64_t{change.task} << 1 | change.able);
    }
  }

  const Trace& trace_;
  std::map<ThreadKey, size_t> index_of_;
  TraceBytes out_;
  TraceEvent before_;
  size_t able_ = 0;  // Changes that are written.
};

class Decoder {
 public:
  Decoder(std::string_view bytes, Trace* trace) : in_(bytes), trace_(trace) {}

  bool Decode() {
    auto count = in_.Value<uint64_t>();
    for (uint64_t i = 0; i < count; ++i) {
      size_t able = trace_->able_changes.size();
      TraceEvent event = Event();
      if (!in_.ok()) {
        trace_->able_changes.resize(able);
        return false;
      }
      trace_->events.push_back(event);
      before_ = event;
    }
    return in_.ok();
  }

 private:
  TraceEvent Event() {
    TraceEvent event;
    auto parts = in_.Value<uint8_t>();
    event.kind = in_.Value<OperationKind>();
    event.runnable = in_.Value<uint8_t>();
    event.task = parts & kTask ? Small() : before_.task;
    event.time_ns = before_.time_ns + (parts & kTime ? in_.Varint() : 0);
    if (parts & kLocation) event.location = Small();
    if (parts & kObject) event.object = Small();
    if (parts & kOther) event.other = Small();
    if (parts & kChoice) Choice(&event);
    if (parts & kValues) Values(&event);
    if (parts & kAble) Able();
    return event;
  }

  // An index: what does not fit in 32 bits is out of every range.
  uint32_t Small() {
    return static_cast<uint32_t>(std::min<uint64_t>(in_.Varint(), UINT32_MAX));
  }

  void Choice(TraceEvent* event) {
    event->choice_stream = in_.Value<uint8_t>();
    uint64_t value = in_.Varint();
    if (!IsSwitchStream(event->choice_stream)) {
      event->choice_value = value;
    } else if (value == 0) {
      event->choice_value = in_.Value<ThreadKey>();
    } else if (value <= trace_->threads.size()) {
      event->choice_value = trace_->threads[value - 1].key;
    }
  }

  void Values(TraceEvent* event) {
    event->value_flags = in_.Value<uint8_t>();
    if (event->value_flags & kValueRead) event->read = in_.Varint();
    if (event->value_flags & kValueWritten) event->written = in_.Varint();
  }

  void Able() {
    uint64_t count = in_.Varint();
    for (uint64_t i = 0; i < count && in_.ok(); ++i) {
      uint64_t word = in_.Varint();
      trace_->able_changes.push_back(
          {.event = static_cast<uint32_t>(trace_->events.size()),
           .task =
               static_cast<uint32_t>(std::min<uint64_t>(word >> 1, UINT32_MAX)),
           .able = static_cast<uint32_t>(word & 1)});
    }
  }

  ByteReader in_;
  Trace* trace_;
  TraceEvent before_;
};

// An event of version 1, as it lies in the file.
struct OldEvent {
  uint64_t time_ns;
  uint64_t choice_value;
  uint32_t location;
  uint32_t task;
  uint32_t object;
  uint32_t other;
  OperationKind kind;
  uint8_t choice_stream;
  uint8_t runnable;
  uint8_t unused[5];
};
static_assert(sizeof(OldEvent) == 40, "Its size in files.");

}  // namespace

std::string EncodeEvents(const Trace& trace) { return Encoder(trace).Encode(); }

bool DecodeEvents(std::string_view bytes, Trace* trace) {
  return Decoder(bytes, trace).Decode();
}

bool DecodeEventsOfVersion1(std::string_view bytes, Trace* trace) {
  ByteReader in(bytes);
  auto count = in.Value<uint64_t>();
  for (uint64_t i = 0; i < count && in.ok(); ++i) {
    auto event = in.Value<OldEvent>();
    if (!in.ok()) break;
    trace->events.push_back({.time_ns = event.time_ns,
                             .choice_value = event.choice_value,
                             .location = event.location,
                             .task = event.task,
                             .object = event.object,
                             .other = event.other,
                             .kind = event.kind,
                             .choice_stream = event.choice_stream,
                             .runnable = event.runnable});
  }
  return in.ok();
}

}  // namespace detsim::runtime
