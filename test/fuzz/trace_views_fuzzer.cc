// Any bytes as a trace file, shown in every way that detsim-trace knows.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "cmd/lib/trace_diff.h"
#include "cmd/lib/trace_export.h"
#include "cmd/lib/trace_stats.h"
#include "cmd/lib/trace_view.h"
#include "runtime/base/check.h"
#include "test/cmd/sample_trace.h"

namespace detsim::cmd {
namespace {

void ShowOne(std::string_view bytes) {
  runtime::Trace trace;
  std::string problem;
  if (runtime::DecodeTrace(bytes, &trace, &problem) ==
      runtime::TraceStatus::kUnreadable)
    return;
  // Whatever files it names must not be read: the fuzzer makes them up.
  for (runtime::TraceLocation& location : trace.locations)
    location.file.insert(0, "/nonexistent/");
  SourceLines sources;
  DETSIM_CHECK(!TraceText(trace, &sources, {}).empty());
  DETSIM_CHECK(!StatsText(trace, ComputeStats(trace), &sources, /*rows_max=*/10)
                    .empty());
  DETSIM_CHECK(!JsonText(TraceJson(trace)).empty());
  DETSIM_CHECK(!JsonText(PerfettoJson(trace)).empty());
  runtime::Trace sample = SampleTrace("/p");
  DETSIM_CHECK(!DiffText({"a", &trace}, {"b", &sample}, &sources, {}).empty());
}

}  // namespace
}  // namespace detsim::cmd

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  detsim::cmd::ShowOne({reinterpret_cast<const char*>(data), size});
  return 0;
}
