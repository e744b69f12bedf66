// One step of a run as recorded while it happens, in memory. The trace file
// (trace_file.h) is the durable form.
#ifndef DETSIM_RUNTIME_TRACE_EVENT_H_
#define DETSIM_RUNTIME_TRACE_EVENT_H_

#include <cstdint>

#include "runtime/choice/choice.h"
#include "runtime/choice/operation.h"

namespace detsim::runtime {

// `choice_stream` of an event at which nothing unusual was chosen.
inline constexpr uint8_t kNoChoice = 0xff;

// Bits of `value_flags`: what is known of the values of an atomic operation.
inline constexpr uint8_t kValueRead = 1;     // `read` is what it read,
inline constexpr uint8_t kValueWritten = 2;  // `written` what it wrote.
// A compare-exchange that failed, or was made to fail: a mere load.
inline constexpr uint8_t kNothingWritten = 4;
inline constexpr uint8_t kReadAddress = 8;  // The value is an address.
inline constexpr uint8_t kWrittenAddress = 16;
// The highest three: the binary logarithm of the object's size in bytes. Of
// more than 8 bytes the first 8 are kept.
inline constexpr int kValueSizeShift = 5;

// Recorded in the order of execution. An event without a choice says that
// `task` performed `kind` (a kBlock after it: it could not go on). An event
// with one is that choice alone: `task` had announced `kind` and has not
// performed it yet; for kSchedule and kAccess the thread with key
// `choice_value` was made to run instead.
struct Event {
  uint64_t time_ns = 0;       // Virtual.
  uint64_t pc = 0;            // Return address, 0 if unknown.
  uint64_t choice_value = 0;  // Value of the unusual choice, if any.
  uint64_t read = 0;          // See `value_flags`.
  uint64_t written = 0;
  uint32_t task = 0;    // Index into the run's threads, 0 is main.
  uint32_t object = 0;  // Ordinal of first use in the run, 0 is none.
  OperationKind kind = OperationKind::kNone;
  uint8_t choice_stream = kNoChoice;
  uint8_t runnable = 0;  // Other threads that could run, at most 255.
  uint8_t value_flags = 0;
  uint32_t other = 0;    // Thread woken, spawned or joined; else 0.
  uint32_t callers = 0;  // Of the function that `pc` is in: the number, from
                         // 1, of a CallerChain; 0 if they are not known.
  uint32_t unused = 0;
};

static_assert(sizeof(Event) == 64, "Events cross process boundaries as is.");

// From event number `event` of a trace on, `task` can run, or cannot. Whoever
// is not said to be able to run is not; main is, at first.
struct AbleChange {
  uint32_t event = 0;
  uint32_t task = 0;
  uint32_t able = 0;  // 1 or 0.

  friend bool operator==(const AbleChange&, const AbleChange&) = default;
};

static_assert(sizeof(AbleChange) == 12, "They cross as is as well.");

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_TRACE_EVENT_H_
