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

// Recorded in the order of execution. An event without a choice says that
// `task` performed `kind` (a kBlock after it: it could not go on). An event
// with one is that choice alone: `task` had announced `kind` and has not
// performed it yet; for kSchedule and kAccess the thread with key
// `choice_value` was made to run instead.
struct Event {
  uint64_t time_ns = 0;       // Virtual.
  uint64_t pc = 0;            // Return address, 0 if unknown.
  uint64_t choice_value = 0;  // Value of the unusual choice, if any.
  uint32_t task = 0;          // Index into the run's threads, 0 is main.
  uint32_t object = 0;        // Ordinal of first use in the run, 0 is none.
  OperationKind kind = OperationKind::kNone;
  uint8_t choice_stream = kNoChoice;
  uint8_t runnable = 0;  // Other threads that could run, at most 255.
  uint8_t unused = 0;
  uint32_t other = 0;  // Thread woken, spawned or joined; else 0.
};

static_assert(sizeof(Event) == 40, "Events cross process boundaries as is.");

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_TRACE_EVENT_H_
