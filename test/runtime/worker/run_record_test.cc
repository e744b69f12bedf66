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

// Runs of a program with a data race, looked for in one seed of eight.
std::vector<RunResult> RacingRuns(WorkerClient* worker, uint32_t count,
                                  uint32_t every) {
  RunRequest request;
  request.arguments = {"data_race"};
  request.strategy = "random";
  request.first_seed = 1;
  request.count = count;
  request.find_races_every = every;
  return worker->Run(request);
}

TEST(RunRecordTest, RacesArriveInTheRunsThatLookForThem) {
  WorkerClient worker(&ProgramMain);
  std::vector<RunResult> results = RacingRuns(&worker, 20, 8);
  ASSERT_EQ(results.size(), 20u);
  for (const RunResult& result : results) {
    EXPECT_EQ(result.summary.verdict, Verdict::kPassed);
    EXPECT_EQ(result.races.size(), result.summary.seed % 8 == 1 ? 1u : 0u)
        << result.summary.seed;
  }
  for (const RunResult& result : RacingRuns(&worker, 20, 0))
    EXPECT_TRUE(result.races.empty());
}

TEST(RunRecordTest, ARaceArrivesWithBothAccesses) {
  WorkerClient worker(&ProgramMain);
  RunResult result = RacingRuns(&worker, 1, 1)[0];
  ASSERT_EQ(result.races.size(), 1u);
  const RaceReport& race = result.races[0];
  EXPECT_NE(race.address, 0u);
  EXPECT_EQ(race.size, 4u);
  EXPECT_EQ(race.stack_of, -1);
  EXPECT_TRUE(race.later.is_write);
  EXPECT_TRUE(race.earlier.is_write);
  EXPECT_FALSE(race.later.is_atomic);
  EXPECT_EQ(race.later.thread + race.earlier.thread, 3u);
  EXPECT_NE(race.later.pc, 0u);
  EXPECT_NE(race.earlier.pc, 0u);
  EXPECT_FALSE(race.later.stack.empty());
  // Only the place of the earlier one is known, unless it is asked for.
  EXPECT_TRUE(race.earlier.stack.empty());
}

TEST(RunRecordTest, AWatchedAccessArrivesWithItsStack) {
  WorkerClient worker(&ProgramMain);
  RaceReport race = RacingRuns(&worker, 1, 1)[0].races.at(0);
  RunRequest request;
  request.arguments = {"data_race"};
  request.strategy = "random";
  request.first_seed = 1;
  request.find_races_every = 1;
  request.race_watches = {{race.earlier.pc, race.address}};
  RaceReport again = worker.Run(request)[0].races.at(0);
  EXPECT_EQ(again.address, race.address);
  EXPECT_EQ(again.earlier.pc, race.earlier.pc);
  ASSERT_FALSE(again.earlier.stack.empty());
  EXPECT_EQ(again.earlier.stack[0], race.earlier.pc);
}

TEST(RunRecordTest, ATruncatedRaceIsRefused) {
  WorkerClient worker(&ProgramMain);
  RacingRuns(&worker, 1, 1);
  std::string payload = worker.payloads()[0];
  for (size_t size = sizeof(RunSummary) + 1; size < payload.size(); ++size) {
    RunResult result;
    EXPECT_FALSE(DecodeRunResult(payload.substr(0, size), &result)) << size;
  }
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
