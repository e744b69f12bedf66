#include "runtime/trace/trace_file.h"

#include <gtest/gtest.h>

namespace detsim::runtime {
namespace {

Trace MakeTrace() {
  Trace trace;
  trace.test = "QueueTest.Drains";
  trace.project = "/home/me/queue";
  trace.strategy = "random";
  trace.verdict = Verdict::kDeadlock;
  trace.message = "no thread can go on";
  trace.seed = 17;
  trace.trace_hash = 0x1234;
  trace.decisions = 200;
  trace.unusual = 3;
  trace.steps = 100;
  trace.virtual_ns = 5'000;
  trace.failure_location = 1;
  trace.failure_thread = 1;
  trace.locations = {{}, {"/home/me/queue/queue.cc", 41, "Queue::Pop"}};
  trace.threads.resize(2);
  trace.threads[0].key = kMainThreadKey;
  trace.threads[0].path = "0";
  trace.threads[1] = {.key = 7,
                      .path = "0.0",
                      .name = "worker",
                      .spawn_location = 1,
                      .blocked = true,
                      .pending = OperationKind::kWait,
                      .pending_location = 1,
                      .object = 2,
                      .holder = 0,
                      .stack = {1, 0}};
  trace.objects = {
      {.ordinal = 2, .type = "condition variable", .first_location = 1}};
  for (uint32_t i = 0; i < 10; ++i) {
    TraceEvent event;
    event.time_ns = i;
    event.location = 1;
    event.task = i % 2;
    event.kind = OperationKind::kLock;
    trace.events.push_back(event);
  }
  return trace;
}

TEST(TraceFileTest, ReadsWhatItWrote) {
  Trace trace = MakeTrace();
  Trace read;
  std::string problem;
  EXPECT_EQ(DecodeTrace(EncodeTrace(trace), &read, &problem),
            TraceStatus::kWhole);
  EXPECT_EQ(read, trace);
  EXPECT_EQ(problem, "");
}

TEST(TraceFileTest, SameTraceGivesSameBytes) {
  EXPECT_EQ(EncodeTrace(MakeTrace()), EncodeTrace(MakeTrace()));
}

TEST(TraceFileTest, ForeignFileIsUnreadable) {
  Trace read;
  std::string problem;
  EXPECT_EQ(DecodeTrace("project(queue)\n", &read, &problem),
            TraceStatus::kUnreadable);
  EXPECT_EQ(problem, "not a detsim trace");
}

TEST(TraceFileTest, OtherVersionIsUnreadableAndNamed) {
  std::string bytes = EncodeTrace(MakeTrace());
  bytes[8] = 99;
  Trace read;
  std::string problem;
  EXPECT_EQ(DecodeTrace(bytes, &read, &problem), TraceStatus::kUnreadable);
  EXPECT_NE(problem.find("version 99"), std::string::npos) << problem;
}

TEST(TraceFileTest, CutOffInTheEventsKeepsTheWholeOnes) {
  std::string bytes = EncodeTrace(MakeTrace());
  bytes.resize(bytes.size() - sizeof(TraceEvent) - 1);
  Trace read;
  std::string problem;
  EXPECT_EQ(DecodeTrace(bytes, &read, &problem), TraceStatus::kTruncated);
  EXPECT_EQ(read.events.size(), 8u);
  EXPECT_EQ(read.test, "QueueTest.Drains");
  EXPECT_NE(problem, "");
}

// Every index in a decoded trace may be used without a check.
void ExpectSafe(const Trace& trace) {
  for (const TraceEvent& event : trace.events) {
    ASSERT_LT(event.location, trace.locations.size());
    ASSERT_LT(event.task, trace.threads.size());
    ASSERT_LT(event.other, trace.threads.size());
  }
  for (const TraceThread& thread : trace.threads) {
    ASSERT_LT(thread.holder, static_cast<int64_t>(trace.threads.size()));
    for (uint32_t location : thread.stack)
      ASSERT_LT(location, trace.locations.size());
  }
  ASSERT_LT(trace.failure_location, trace.locations.size());
  ASSERT_LT(trace.failure_thread, trace.threads.size());
}

TEST(TraceFileTest, EveryPrefixIsSafe) {
  std::string bytes = EncodeTrace(MakeTrace());
  for (size_t size = 0; size < bytes.size(); ++size) {
    Trace read;
    std::string problem;
    TraceStatus status = DecodeTrace(bytes.substr(0, size), &read, &problem);
    EXPECT_NE(status, TraceStatus::kWhole) << size;
    if (status == TraceStatus::kTruncated) ExpectSafe(read);
  }
}

TEST(TraceFileTest, EveryDamagedByteIsSafe) {
  const std::string bytes = EncodeTrace(MakeTrace());
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (unsigned char value : {0x00, 0x7f, 0xff}) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(value);
      Trace read;
      std::string problem;
      if (DecodeTrace(damaged, &read, &problem) != TraceStatus::kUnreadable)
        ExpectSafe(read);
    }
  }
}

}  // namespace
}  // namespace detsim::runtime
