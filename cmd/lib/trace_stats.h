// Counts over a trace: who ran how often, what stopped threads, which objects
// they met at, where virtual time went.
#ifndef DETSIM_CMD_LIB_TRACE_STATS_H_
#define DETSIM_CMD_LIB_TRACE_STATS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cmd/lib/trace_words.h"
#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

struct ThreadStats {
  uint64_t operations = 0;
  uint64_t picks = 0;       // Times it was given the processor.
  uint64_t preempted = 0;   // Times it lost it though it could go on.
  uint64_t blocked = 0;     // Times it lost it because it could not.
  uint64_t blocked_ns = 0;  // Virtual time until it went on.
};

struct BlockReason {
  runtime::OperationKind kind = runtime::OperationKind::kNone;
  uint32_t object = 0;
  uint64_t times = 0;
  uint64_t never = 0;       // Of these, without going on again.
  uint64_t steps = 0;       // Of others meanwhile, or to the end.
  uint64_t virtual_ns = 0;  // Meanwhile.
};

struct ObjectStats {
  uint32_t object = 0;
  uint64_t operations = 0;
  uint32_t threads = 0;  // That used it.
  uint64_t blocked = 0;  // Times that a thread could not go on because of it.
  uint64_t steps = 0;    // Of others meanwhile.
};

struct TimeJump {
  size_t event = 0;  // The first one after it.
  uint64_t virtual_ns = 0;
};

struct LineStats {
  uint32_t location = 0;  // One of those with this file and line.
  uint64_t operations = 0;
};

struct TraceStats {
  std::vector<ThreadStats> threads;  // As in the trace.
  uint64_t switches = 0;             // From one thread to another.
  // By stream; what is not in here never happened.
  std::map<runtime::Stream, uint64_t> choices;
  std::vector<BlockReason> reasons;  // The most frequent first.
  std::vector<ObjectStats> objects;  // Used by two threads; most blocked first.
  std::vector<TimeJump> jumps;       // The biggest first.
  std::vector<LineStats> lines;      // The most operations first.
};

TraceStats ComputeStats(const runtime::Trace& trace);

// For people: a table each, of at most `rows_max` rows.
std::string StatsText(const runtime::Trace& trace, const TraceStats& stats,
                      SourceLines* sources, size_t rows_max);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TRACE_STATS_H_
