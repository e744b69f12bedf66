// What a trace says in words: names of threads and functions, what each thread
// waits for when a run ends, and why nobody will wake it.
#ifndef DETSIM_CMD_LIB_TRACE_STORY_H_
#define DETSIM_CMD_LIB_TRACE_STORY_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

// "main", "T1", "T2 (flusher)".
std::string ThreadLabel(const runtime::Trace& trace, size_t index);

// "mutex", "condition variable": what an operation's object is.
std::string_view ObjectType(runtime::OperationKind kind);

// "mutex"; empty for what the trace does not list.
std::string ObjectTypeOf(const runtime::Trace& trace, uint32_t ordinal);

// "mutex queue_mutex_ #3", "mutex #3"; empty for ordinal 0.
std::string ObjectLabel(const runtime::Trace& trace, uint32_t ordinal);

// "src/pool.cc:41", relative to the trace's project; empty if unknown.
std::string PlaceText(const runtime::Trace& trace, uint32_t location);

// "src/pool.cc:41:9", if the column is known.
std::string ExactPlaceText(const runtime::Trace& trace, uint32_t location);

// A demangled name without parameters, anonymous namespaces and GoogleTest's
// class around a test's body.
std::string ShortFunction(const std::string& function);

// What failed and where, the message, and the run's numbers: a few lines.
std::string TraceHeader(const runtime::Trace& trace);

// "deadlock at src/pool.cc:41".
std::string VerdictLine(const runtime::Trace& trace);

// The message, its lines indented by two spaces; no terminal codes.
std::string MessageLines(const runtime::Trace& trace);

// The threads that matter for the failure: after a deadlock, a livelock or a
// hang all that are unfinished, else the one that failed (none when the test
// framework reported it). For each what it waits for and who holds that, then
// its stack in source lines, indented.
std::vector<std::string> ThreadLines(const runtime::Trace& trace);

// Why a blocked run stays blocked, a sentence each: a cycle of locks, a thread
// whose wake-up came before it waited.
std::vector<std::string> BlockedNotes(const runtime::Trace& trace);

// The thread whose wait the others depend on: from main along who waits for
// whom. The place of a deadlock is where it waits.
size_t BlockedThread(const runtime::Trace& trace);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TRACE_STORY_H_
