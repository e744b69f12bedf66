// The durable form of one run: what detsim-trace shows. Self-contained: source
// places are resolved when it is written, so it can be read without the
// program. The format is described in docs/trace_format.md.
#ifndef DETSIM_RUNTIME_TRACE_TRACE_FILE_H_
#define DETSIM_RUNTIME_TRACE_TRACE_FILE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/choice/choice.h"
#include "runtime/choice/operation.h"
#include "runtime/choice/verdict.h"
#include "runtime/trace/event.h"

namespace detsim::runtime {

inline constexpr uint32_t kTraceVersion = 2;
inline constexpr uint32_t kTraceVersionOldest = 1;  // That can be read.

// In the place of the size in a TraceEvent's `value_flags`: these values are
// the bits of a float, or of a double.
inline constexpr uint8_t kFloatValue = 6;
inline constexpr uint8_t kDoubleValue = 7;

// A place in the user's sources. Index 0 of every trace is "unknown".
struct TraceLocation {
  std::string file;  // As in the debug info, mostly absolute.
  uint32_t line = 0;
  std::string function;
  uint32_t column = 0;  // From 1, in bytes; 0 is unknown.

  friend bool operator==(const TraceLocation&, const TraceLocation&) = default;
};

// Indexes into Trace::locations are named `..._location` or `stack`.
struct TraceThread {
  ThreadKey key = 0;
  std::string path;
  std::string name;
  uint32_t spawn_location = 0;
  bool finished = false;
  bool detached = false;
  bool blocked = false;
  OperationKind pending = OperationKind::kNone;
  uint32_t pending_location = 0;
  uint32_t object = 0;
  int32_t holder = -1;
  std::vector<uint32_t> stack;  // Innermost first.

  friend bool operator==(const TraceThread&, const TraceThread&) = default;
};

// What an ordinal in events stands for.
struct TraceObject {
  uint32_t ordinal = 0;
  std::string type;  // "mutex", "condition variable", "atomic", ...
  uint32_t first_location = 0;
  std::string name;  // Of the variable or member; empty if unknown.

  friend bool operator==(const TraceObject&, const TraceObject&) = default;
};

// An Event with its place resolved. A value that is an address is replaced by
// a number: addresses are numbered from 1 in the order in which they are met.
struct TraceEvent {
  uint64_t time_ns = 0;
  uint64_t choice_value = 0;
  uint64_t read = 0;
  uint64_t written = 0;
  uint32_t location = 0;
  uint32_t task = 0;
  uint32_t object = 0;
  uint32_t other = 0;
  OperationKind kind = OperationKind::kNone;
  uint8_t choice_stream = kNoChoice;
  uint8_t runnable = 0;
  uint8_t value_flags = 0;

  friend bool operator==(const TraceEvent&, const TraceEvent&) = default;
};

struct Trace {
  std::string test;
  std::string project;  // Directory that places are shown relative to.
  std::string strategy;
  Verdict verdict = Verdict::kPassed;
  std::string message;
  uint64_t seed = 0;
  uint64_t trace_hash = 0;
  uint64_t decisions = 0;
  uint64_t unusual = 0;
  uint64_t steps = 0;
  uint64_t virtual_ns = 0;
  uint32_t failure_location = 0;
  uint32_t failure_thread = 0;
  std::vector<TraceLocation> locations;
  std::vector<TraceThread> threads;
  std::vector<TraceObject> objects;
  std::vector<TraceEvent> events;
  // By event. Empty in traces of version 1, which do not know who could run.
  std::vector<AbleChange> able_changes;

  friend bool operator==(const Trace&, const Trace&) = default;
};

std::string EncodeTrace(const Trace& trace);

enum class TraceStatus {
  kWhole,
  kTruncated,  // What could be read is there; `problem` says what is missing.
  kUnreadable,
};

// Any bytes are safe to pass: every index in a trace that comes back is in
// range. `problem` is one line for people, empty for kWhole.
TraceStatus DecodeTrace(std::string_view bytes, Trace* trace,
                        std::string* problem);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_TRACE_TRACE_FILE_H_
