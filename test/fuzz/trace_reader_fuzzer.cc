// Any bytes as a trace file: what comes back can be used without a check, and
// is the same when it is written and read again.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/base/check.h"
#include "runtime/trace/trace_file.h"

namespace detsim::runtime {
namespace {

void ExpectSafe(const Trace& trace) {
  size_t locations = trace.locations.size();
  size_t threads = trace.threads.size();
  DETSIM_CHECK(trace.failure_location < locations);
  DETSIM_CHECK(trace.failure_thread < threads);
  for (const TraceThread& thread : trace.threads) {
    DETSIM_CHECK(thread.spawn_location < locations);
    DETSIM_CHECK(thread.pending_location < locations);
    DETSIM_CHECK(thread.holder < static_cast<int64_t>(threads));
    for (uint32_t location : thread.stack) DETSIM_CHECK(location < locations);
  }
  for (const TraceObject& object : trace.objects)
    DETSIM_CHECK(object.first_location < locations);
  for (const TraceEvent& event : trace.events) {
    DETSIM_CHECK(event.location < locations);
    DETSIM_CHECK(event.task < threads);
    DETSIM_CHECK(event.other < threads);
  }
  uint32_t before = 0;
  for (const AbleChange& change : trace.able_changes) {
    DETSIM_CHECK(change.task < threads);
    DETSIM_CHECK(change.event < trace.events.size());
    DETSIM_CHECK(change.event >= before);
    before = change.event;
  }
}

void ReadOne(std::string_view bytes) {
  Trace trace;
  std::string problem;
  TraceStatus status = DecodeTrace(bytes, &trace, &problem);
  DETSIM_CHECK(problem.empty() == (status == TraceStatus::kWhole));
  DETSIM_CHECK(problem.find('\n') == std::string::npos);
  if (status == TraceStatus::kUnreadable) return;
  ExpectSafe(trace);
  Trace again;
  DETSIM_CHECK(DecodeTrace(EncodeTrace(trace), &again, &problem) ==
               TraceStatus::kWhole);
  DETSIM_CHECK(again == trace);
}

}  // namespace
}  // namespace detsim::runtime

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  detsim::runtime::ReadOne({reinterpret_cast<const char*>(data), size});
  return 0;
}
