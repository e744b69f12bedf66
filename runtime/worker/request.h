// A request as the worker sees it: views into its receive buffer.
#ifndef DETSIM_RUNTIME_WORKER_REQUEST_H_
#define DETSIM_RUNTIME_WORKER_REQUEST_H_

#include <cstdint>
#include <string_view>

#include "runtime/choice/choice.h"
#include "runtime/choice/choice_source.h"
#include "runtime/choice/profile.h"
#include "runtime/choice/run_options.h"
#include "runtime/trace/run_result.h"

namespace detsim::runtime {

inline constexpr uint32_t kArgumentsMax = 62;

struct WorkerRequest {
  const char* strategy = "";
  uint64_t first_seed = 0;
  uint32_t count = 0;
  Profile profile;
  RunOptions options;
  bool fork_each = false;
  bool record_trace = false;
  bool stop_at_failure = false;
  bool log_decisions = false;
  uint32_t find_races_every = 0;
  uint64_t race_watch_count = 0;
  RaceWatch race_watches[kRaceWatchesMax];
  uint32_t argument_count = 0;
  char* arguments[kArgumentsMax] = {};  // Zero-terminated, in the buffer.
  const Choice* choices = nullptr;      // Aligned copy, see below.
  uint64_t choice_count = 0;
  uint64_t replayed = 0;
  const uint64_t* scripts = nullptr;  // In the same copy; see ScriptOf.
  uint64_t script_count = 0;
  bool observes = false;  // RunRequest::known was there.
  Behaviour known;
};

// What run `index` of `request` follows; its choices go into `start`.
// REQUIRES: index < request.script_count.
void ReadScript(const WorkerRequest& request, uint64_t index, RunStart* start);

// False if `payload` is not a request. Choices and scripts are copied to
// `aligned`, which has room for `capacity` choices; the strings stay in
// `payload`.
bool DecodeRunRequest(std::string_view payload, Choice* aligned,
                      uint64_t capacity, WorkerRequest* request);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_REQUEST_H_
