// A trace for other programs: as JSON of our own (docs/trace_format.md), and in
// Chrome's trace event format, which ui.perfetto.dev opens.
#ifndef DETSIM_CMD_LIB_TRACE_EXPORT_H_
#define DETSIM_CMD_LIB_TRACE_EXPORT_H_

#include <nlohmann/json.hpp>
#include <string>

#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

inline constexpr int kTraceJsonVersion = 1;

// Steps are counted from 1, as in the view; places, threads and objects are
// referred to by their index or number.
nlohmann::ordered_json TraceJson(const runtime::Trace& trace);

// A step takes a microsecond, as virtual time mostly stands still; that is in
// each event's arguments. A track for each thread, and one for each lock with
// who held it.
nlohmann::ordered_json PerfettoJson(const runtime::Trace& trace);

// In one line. Text that is not UTF-8 is replaced, as JSON has to be.
std::string JsonText(const nlohmann::ordered_json& json);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TRACE_EXPORT_H_
