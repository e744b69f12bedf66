// The events section of trace files, which is nearly all of a long one; see
// docs/trace_format.md.
#ifndef DETSIM_RUNTIME_TRACE_TRACE_EVENTS_H_
#define DETSIM_RUNTIME_TRACE_TRACE_EVENTS_H_

#include <string>
#include <string_view>

#include "runtime/trace/trace_file.h"

namespace detsim::runtime {

// Of `trace`: the events, and who could run.
std::string EncodeEvents(const Trace& trace);

// Appends the whole events that `bytes` holds to `trace`, whose threads are
// there; false when some are missing or damaged. Indexes are not looked at.
bool DecodeEvents(std::string_view bytes, Trace* trace);

// The same for version 1: 40 bytes an event.
bool DecodeEventsOfVersion1(std::string_view bytes, Trace* trace);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_TRACE_TRACE_EVENTS_H_
