// Requests from the tool's side to the worker's. Results are tested where they
// are made: run_record_test.cc.
#include "runtime/worker/protocol.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runtime/worker/request.h"

namespace detsim::runtime {
namespace {

RunRequest SomeRequest() {
  RunRequest request;
  request.arguments = {"--gtest_filter=A.B", "", "third"};
  request.strategy = "replay";
  request.first_seed = 17;
  request.count = 3;
  request.profile = {.steps = 1, .accesses = 2, .threads = 3};
  request.options.preempt_memory = false;
  request.options.steps_max = 5;
  request.options.hardware_concurrency = 9;
  request.fork_each = true;
  request.record_trace = true;
  request.stop_at_failure = true;
  request.log_decisions = true;
  request.choices = {
      {{.thread = 5, .operation = 6, .sub = 7, .stream = Stream::kWake}, 8},
      {{.thread = 9, .operation = 10}, 11}};
  return request;
}

struct Decoded {
  bool ok = false;
  WorkerRequest request;
  std::vector<Choice> choices;
};

Decoded Decode(std::string_view payload, uint64_t capacity = 10) {
  Decoded decoded;
  decoded.choices.resize(capacity);
  decoded.ok = DecodeRunRequest(payload, decoded.choices.data(), capacity,
                                &decoded.request);
  return decoded;
}

TEST(ProtocolTest, ARequestArrivesAsItWasSent) {
  RunRequest sent = SomeRequest();
  std::string payload = EncodeRunRequest(sent);
  Decoded decoded = Decode(payload);
  ASSERT_TRUE(decoded.ok);
  const WorkerRequest& got = decoded.request;
  EXPECT_EQ(got.strategy, sent.strategy);
  EXPECT_EQ(got.first_seed, sent.first_seed);
  EXPECT_EQ(got.count, sent.count);
  EXPECT_EQ(got.profile, sent.profile);
  EXPECT_EQ(got.options, sent.options);
  EXPECT_TRUE(got.fork_each);
  EXPECT_TRUE(got.record_trace);
  EXPECT_TRUE(got.stop_at_failure);
  EXPECT_TRUE(got.log_decisions);
  ASSERT_EQ(got.argument_count, 3u);
  EXPECT_STREQ(got.arguments[0], "--gtest_filter=A.B");
  EXPECT_STREQ(got.arguments[1], "");
  EXPECT_STREQ(got.arguments[2], "third");
  EXPECT_EQ(std::vector<Choice>(got.choices, got.choices + got.choice_count),
            sent.choices);
}

TEST(ProtocolTest, WhichRacesAreLookedForArrivesToo) {
  RunRequest sent = SomeRequest();
  sent.find_races_every = 8;
  sent.race_watches = {{1, 2}, {3, 4}};
  Decoded decoded = Decode(EncodeRunRequest(sent));
  ASSERT_TRUE(decoded.ok);
  EXPECT_EQ(decoded.request.find_races_every, 8u);
  ASSERT_EQ(decoded.request.race_watch_count, 2u);
  EXPECT_EQ(decoded.request.race_watches[0], sent.race_watches[0]);
  EXPECT_EQ(decoded.request.race_watches[1], sent.race_watches[1]);
}

TEST(ProtocolTest, TooManyWatchedRacesAreRefused) {
  RunRequest request;
  request.race_watches.resize(kRaceWatchesMax);
  EXPECT_TRUE(Decode(EncodeRunRequest(request)).ok);
  request.race_watches.resize(kRaceWatchesMax + 1);
  EXPECT_FALSE(Decode(EncodeRunRequest(request)).ok);
}

TEST(ProtocolTest, WhatIsKnownAndHowRunsBranchArriveToo) {
  RunRequest sent = SomeRequest();
  sent.count = 2;
  sent.known.resize(1);
  sent.known[0].Add(kMarks - 1);
  sent.scripts.resize(2);
  sent.scripts[1].replayed = kReplayAll;
  sent.scripts[1].redrawn = Stream::kTime;
  sent.scripts[1].choices = sent.choices;
  std::string payload = EncodeRunRequest(sent);
  Decoded decoded = Decode(payload);
  ASSERT_TRUE(decoded.ok);
  EXPECT_TRUE(decoded.request.observes);
  EXPECT_EQ(decoded.request.known, sent.known[0]);
  ASSERT_EQ(decoded.request.script_count, 2u);
  RunStart start;
  ReadScript(decoded.request, 0, &start);
  EXPECT_EQ(start.script.replayed, 0u);
  EXPECT_EQ(start.choice_count, 0u);
  ReadScript(decoded.request, 1, &start);
  EXPECT_EQ(start.script.replayed, kReplayAll);
  EXPECT_EQ(start.script.redrawn, Stream::kTime);
  EXPECT_EQ(
      std::vector<Choice>(start.choices, start.choices + start.choice_count),
      sent.choices);
  for (size_t size = 0; size < payload.size(); ++size)
    EXPECT_FALSE(Decode(payload.substr(0, size)).ok) << size;
}

TEST(ProtocolTest, AScriptThatDrawsAnUnknownStreamIsRefused) {
  RunRequest sent = SomeRequest();
  sent.count = 1;
  sent.scripts.resize(1);
  EXPECT_TRUE(Decode(EncodeRunRequest(sent)).ok);
  sent.scripts[0].redrawn = static_cast<Stream>(kStreams);
  EXPECT_FALSE(Decode(EncodeRunRequest(sent)).ok);
}

TEST(ProtocolTest, ADefaultRequestArrivesToo) {
  std::string payload = EncodeRunRequest({});
  Decoded decoded = Decode(payload);
  ASSERT_TRUE(decoded.ok);
  EXPECT_STREQ(decoded.request.strategy, "random");
  EXPECT_EQ(decoded.request.argument_count, 0u);
  EXPECT_EQ(decoded.request.choice_count, 0u);
}

TEST(ProtocolTest, ATruncatedRequestIsRefused) {
  std::string payload = EncodeRunRequest(SomeRequest());
  for (size_t size = 0; size < payload.size(); ++size) {
    // A copy without slack, so that a read past its end is one.
    std::string cut = payload.substr(0, size);
    cut.shrink_to_fit();
    EXPECT_FALSE(Decode(cut).ok) << size;
  }
}

TEST(ProtocolTest, ARequestWithBytesLeftOverIsRefused) {
  EXPECT_FALSE(Decode(EncodeRunRequest(SomeRequest()) + "x").ok);
}

TEST(ProtocolTest, TooManyArgumentsAreRefused) {
  RunRequest request;
  request.arguments.resize(kArgumentsMax);
  EXPECT_TRUE(Decode(EncodeRunRequest(request)).ok);
  request.arguments.resize(kArgumentsMax + 1);
  EXPECT_FALSE(Decode(EncodeRunRequest(request)).ok);
}

TEST(ProtocolTest, TooManyChoicesAreRefused) {
  RunRequest request;
  request.choices.resize(10);
  EXPECT_TRUE(Decode(EncodeRunRequest(request), 10).ok);
  EXPECT_FALSE(Decode(EncodeRunRequest(request), 9).ok);
}

TEST(ProtocolTest, AResultThatIsASummaryOnlyIsWhole) {
  RunSummary summary;
  summary.seed = 5;
  summary.trace_hash = 6;
  std::string payload(reinterpret_cast<const char*>(&summary), sizeof summary);
  RunResult result;
  ASSERT_TRUE(DecodeRunResult(payload, &result));
  EXPECT_EQ(result.summary.seed, 5u);
  EXPECT_EQ(result.summary.trace_hash, 6u);
  EXPECT_TRUE(result.threads.empty());
}

}  // namespace
}  // namespace detsim::runtime
