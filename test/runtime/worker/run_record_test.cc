// The bytes of a result, from the worker that makes them to the tool that reads
// them.
#include "runtime/worker/run_record.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runtime/base/prng.h"
#include "runtime/trace/able_threads.h"
#include "test/runtime/worker/programs.h"
#include "test/runtime/worker/worker_client.h"

namespace detsim::runtime {
namespace {

// A result with everything in it: threads, stacks, choices, output, events.
std::string RichPayload() {
  WorkerClient worker(&ProgramMain);
  RunRequest request;
  request.arguments = {"deadlock"};
  request.strategy = "random";
  request.record_trace = true;
  for (request.first_seed = 1; request.first_seed < 50; ++request.first_seed) {
    RunResult result = worker.Run(request)[0];
    if (result.summary.verdict != Verdict::kDeadlock) continue;
    EXPECT_FALSE(result.choices.empty());
    EXPECT_FALSE(result.events.empty());
    EXPECT_EQ(result.threads.size(), 3u);
    return worker.payloads()[0];
  }
  ADD_FAILURE() << "no deadlock";
  return "";
}

TEST(RunRecordTest, ATruncatedResultIsRefused) {
  std::string payload = RichPayload();
  ASSERT_GT(payload.size(), 1000u);
  for (size_t size = 0; size < payload.size(); ++size) {
    std::string cut = payload.substr(0, size);
    cut.shrink_to_fit();
    RunResult result;
    // A summary alone is a whole result: that of a run that passed.
    EXPECT_EQ(DecodeRunResult(cut, &result), size == sizeof(RunSummary))
        << size;
  }
}

TEST(RunRecordTest, AResultWithBytesLeftOverIsRefused) {
  RunResult result;
  std::string payload = RichPayload();
  EXPECT_TRUE(DecodeRunResult(payload, &result));
  EXPECT_FALSE(DecodeRunResult(payload + "x", &result));
}

TEST(RunRecordTest, ADamagedResultIsNeverReadPastItsEnd) {
  // Whether it is refused depends on the damage; sizes and counts are the ones
  // that matter, and any byte may be part of one.
  std::string payload = RichPayload();
  Prng prng(1, 0);
  for (size_t i = sizeof(RunSummary); i < payload.size(); ++i) {
    std::string damaged = payload;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << prng.Below(8)));
    damaged[i - 1] = '\xff';
    RunResult result;
    if (DecodeRunResult(damaged, &result)) {
      EXPECT_LE(result.threads.size(), payload.size());
    }
  }
}

TEST(RunRecordTest, ATraceKnowsWhoCouldRunAndWhereObjectsAre) {
  WorkerClient worker(&ProgramMain);
  RunRequest request;
  request.arguments = {"threads"};
  request.strategy = "random";
  request.count = 1;
  request.record_trace = true;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    request.first_seed = seed;
    RunResult traced = worker.Run(request)[0];
    AbleThreads able(traced.able_changes);
    uint32_t objects = 0;
    for (size_t i = 0; i < traced.events.size(); ++i) {
      const Event& event = traced.events[i];
      EXPECT_EQ(able.OthersAt(i, event.task).size(), event.runnable)
          << "seed " << seed << ", event " << i;
      objects = std::max(objects, event.object);
    }
    EXPECT_GE(traced.object_addresses.size(), objects);
  }
}

}  // namespace
}  // namespace detsim::runtime
