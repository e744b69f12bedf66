// The messages between a tool and a worker process (a rewritten test binary
// entered through wrap_main.cc) over a stream socket.
//
// Both ends are on one machine and of one build, so integers and the fixed
// structs cross as they are. The worker side never allocates: it reads through
// views into its receive buffer and writes into mapped memory, because its
// heap is the program under test's.
//
//   worker -> tool  kHello   Hello
//   tool -> worker  kRun     RunRequest
//   worker -> tool  kResult  RunResult, one a run, in seed order
//   worker -> tool  kDone    (empty) after the last result of a request
//   worker -> tool  kError   text; the worker exits
//   (the tool closes its end: the worker exits)
#ifndef DETSIM_RUNTIME_WORKER_PROTOCOL_H_
#define DETSIM_RUNTIME_WORKER_PROTOCOL_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/trace/run_result.h"

namespace detsim::runtime {

// The environment variable that makes a program a worker: the number of the
// inherited socket.
inline constexpr char kWorkerFdVariable[] = "DETSIM_WORKER_FD";

inline constexpr uint32_t kProtocolVersion = 1;

enum class MessageType : uint32_t {
  kHello = 1,
  kRun = 2,
  kResult = 3,
  kDone = 4,
  kError = 5,
};

// Precedes every payload.
struct MessageHeader {
  uint32_t type = 0;
  uint32_t reserved = 0;
  uint64_t size = 0;  // Bytes of payload that follow.
};

struct Hello {
  uint32_t version = kProtocolVersion;
  uint32_t static_threads = 0;  // Threads started before main.
  uint64_t image_base = 0;      // Load address of the executable: subtract
                                // it from a pc to ask a symbolizer.
  uint64_t randomized = 0;      // Non-zero: addresses vary; not a worker.
};

// ---- Host side (may allocate) ----

// The payload of a kRun message.
std::string EncodeRunRequest(const RunRequest& request);
// False if `payload` is not a whole result.
bool DecodeRunResult(std::string_view payload, RunResult* result);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_PROTOCOL_H_
