#include "runtime/explore/check.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

namespace detsim::runtime {
namespace {

std::string Against(const char* what, uint64_t a, uint64_t b,
                    const char* format) {
  char first[32];
  char second[32];
  std::snprintf(first, sizeof(first), format, a);
  std::snprintf(second, sizeof(second), format, b);
  return std::string(what) + " " + first + " against " + second;
}

// Empty when equal. The plainest difference first.
std::string Compare(const RunSummary& a, const RunSummary& b) {
  if (a.verdict != b.verdict)
    return std::string(VerdictName(a.verdict)) + " against " +
           std::string(VerdictName(b.verdict));
  if (a.exit_code != b.exit_code)
    return Against("exit code", static_cast<uint64_t>(a.exit_code),
                   static_cast<uint64_t>(b.exit_code), "%" PRIu64);
  if (a.trace_hash != b.trace_hash)
    return Against("trace hash", a.trace_hash, b.trace_hash, "%016" PRIx64);
  if (a.virtual_ns != b.virtual_ns)
    return Against("virtual nanoseconds", a.virtual_ns, b.virtual_ns,
                   "%" PRIu64);
  if (a.accesses != b.accesses)
    return Against("plain accesses", a.accesses, b.accesses, "%" PRIu64);
  return "";
}

}  // namespace

std::vector<Difference> CompareRuns(const std::vector<RunResult>& first,
                                    const std::vector<RunResult>& second) {
  std::vector<Difference> differences;
  size_t count = std::min(first.size(), second.size());
  for (size_t i = 0; i < count; ++i) {
    std::string what = Compare(first[i].summary, second[i].summary);
    if (!what.empty())
      differences.push_back({first[i].summary.seed, std::move(what)});
  }
  if (first.size() != second.size()) {
    const auto& longer = first.size() > second.size() ? first : second;
    differences.push_back({longer[count].summary.seed,
                           "only one of the two processes ran this seed"});
  }
  return differences;
}

}  // namespace detsim::runtime
