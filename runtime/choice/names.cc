// The words for operations, streams and verdicts.
#include <cstddef>
#include <string_view>

#include "runtime/choice/choice.h"
#include "runtime/choice/operation.h"
#include "runtime/choice/verdict.h"

namespace detsim::runtime {
namespace {

constexpr const char* kOperationNames[] = {
    "none",
    "start",
    "end",
    "spawn",
    "join",
    "lock",
    "try_lock",
    "timed_lock",
    "unlock",
    "lock_shared",
    "try_lock_shared",
    "timed_lock_shared",
    "unlock_shared",
    "wait",
    "notify_one",
    "notify_all",
    "set",
    "wait_ready",
    "once",
    "yield",
    "sleep",
    "clock",
    "random",
    "load",
    "store",
    "read_modify_write",
    "fence",
    "atomic_wait",
    "atomic_notify",
    "access",
    "library_lock",
    "library_wait",
    "static_guard",
    "detach",
    "timeout",
    "resume",
    "block",
    "acquire",
    "try_acquire",
    "release",
    "count",
    "arrive",
    "spin_lock",
    "spin_try_lock",
    "spin_unlock",
    "interrupt",
    "open",
    "poll",
    "input",
    "output",
};
static_assert(sizeof kOperationNames / sizeof *kOperationNames ==
              kOperationKinds);

constexpr const char* kStreamNames[] = {"schedule", "access", "wake",
                                        "spurious", "time",   "value"};
static_assert(sizeof kStreamNames / sizeof *kStreamNames == kStreams);

constexpr std::string_view kVerdictNames[] = {
    "passed",      "assertion",    "crash",   "exception",
    "deadlock",    "livelock",     "hang",    "misuse",
    "thread_leak", "inconclusive", "skipped", "data_race"};
static_assert(sizeof kVerdictNames / sizeof *kVerdictNames == kVerdicts);

}  // namespace

const char* OperationName(OperationKind kind) {
  auto index = static_cast<size_t>(kind);
  return index < kOperationKinds ? kOperationNames[index] : "unknown";
}

const char* StreamName(Stream stream) {
  auto index = static_cast<size_t>(stream);
  return index < kStreams ? kStreamNames[index] : "unknown";
}

std::string_view VerdictName(Verdict verdict) {
  auto index = static_cast<size_t>(verdict);
  return index < kVerdicts ? kVerdictNames[index] : "unknown";
}

Verdict VerdictFromName(std::string_view name) {
  for (int i = 0; i < kVerdicts; ++i) {
    if (kVerdictNames[i] == name) return static_cast<Verdict>(i);
  }
  return Verdict::kPassed;
}

}  // namespace detsim::runtime
