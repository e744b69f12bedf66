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
  trace.locations = {{}, {"/home/me/queue/queue.cc", 41, "Queue::Pop", 9}};
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
  trace.objects = {{.ordinal = 2,
                    .type = "condition variable",
                    .first_location = 1,
                    .name = "ready_"}};
  for (uint32_t i = 0; i < 10; ++i) {
    TraceEvent event;
    event.time_ns = i;
    event.location = 1;
    event.task = i % 2;
    event.kind = OperationKind::kLock;
    trace.events.push_back(event);
  }
  TraceEvent& exchange = trace.events[4];
  exchange.kind = OperationKind::kAtomicRmw;
  exchange.object = 300;
  exchange.value_flags =
      kValueRead | kValueWritten | kWrittenAddress | 3 << kValueSizeShift;
  exchange.read = ~uint64_t{0};
  exchange.written = 1;
  TraceEvent& choice = trace.events[5];
  choice.choice_stream = static_cast<uint8_t>(Stream::kSchedule);
  choice.choice_value = kMainThreadKey;
  choice.runnable = 3;
  TraceEvent& random = trace.events[6];
  random.choice_stream = static_cast<uint8_t>(Stream::kValue);
  random.choice_value = 0xfedcba9876543210;
  TraceEvent& stranger = trace.events[7];
  stranger.choice_stream = static_cast<uint8_t>(Stream::kAccess);
  stranger.choice_value = 0x1234567812345678;  // The key of no thread.
  trace.events[8].time_ns = 1;                 // Back in time.
  trace.able_changes = {{0, 1, 1}, {4, 0, 0}, {4, 1, 0}, {9, 0, 1}};
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
  bytes.resize(bytes.size() - 1);
  Trace read;
  std::string problem;
  EXPECT_EQ(DecodeTrace(bytes, &read, &problem), TraceStatus::kTruncated);
  // The last one, and who could run before it, are gone.
  EXPECT_EQ(read.events.size(), 9u);
  EXPECT_EQ(read.able_changes.size(), 3u);
  EXPECT_EQ(read.test, "QueueTest.Drains");
  EXPECT_NE(problem, "");
}

// A file as version 1 wrote it: no columns, no names, 40 bytes an event.
class Version1File {
 public:
  std::string Bytes() {
    out_ = "DETSIMTR";
    Put(uint32_t{1}, uint32_t{0});
    Section(1, [&] { Put(uint32_t{2}, uint32_t{0}, uint32_t{1}, 'f'); });
    Section(2, [&] {
      Put(uint32_t{1}, uint32_t{0}, uint32_t{0}, uint32_t{0});
      Put(static_cast<uint32_t>(Verdict::kDeadlock), uint32_t{1}, uint32_t{0},
          uint32_t{0});
      Put(uint64_t{17}, uint64_t{1}, uint64_t{2}, uint64_t{3}, uint64_t{4},
          uint64_t{5});
    });
    Section(3, [&] {
      Put(uint32_t{2}, uint32_t{0}, uint32_t{0}, uint32_t{0});
      Put(uint32_t{1}, uint32_t{41}, uint32_t{1});
    });
    Section(4, [&] {
      Put(uint32_t{1}, uint64_t{kMainThreadKey}, uint32_t{0}, uint32_t{0});
      for (int i = 0; i < 5; ++i) Put(uint32_t{0});
      Put(int32_t{-1}, uint32_t{0});
    });
    Section(5,
            [&] { Put(uint32_t{1}, uint32_t{2}, uint32_t{1}, uint32_t{1}); });
    Section(6, [&] {
      Put(uint64_t{1}, uint64_t{99}, uint64_t{0}, uint32_t{1}, uint32_t{0});
      Put(uint32_t{2}, uint32_t{0}, OperationKind::kLock, kNoChoice);
      Put(uint8_t{3}, uint8_t{0}, uint32_t{0});
    });
    return out_;
  }

 private:
  template <typename... Values>
  void Put(Values... values) {
    (out_.append(reinterpret_cast<const char*>(&values), sizeof values), ...);
  }
  template <typename Fill>
  void Section(uint32_t tag, Fill fill) {
    std::string before;
    before.swap(out_);
    fill();
    out_.swap(before);
    Put(tag, uint32_t{0}, uint64_t{before.size()});
    out_ += before;
  }

  std::string out_;
};

TEST(TraceFileTest, ReadsVersion1) {
  Trace read;
  std::string problem;
  ASSERT_EQ(DecodeTrace(Version1File().Bytes(), &read, &problem),
            TraceStatus::kWhole)
      << problem;
  EXPECT_EQ(read.test, "f");
  EXPECT_EQ(read.seed, 17u);
  EXPECT_EQ(read.locations[1].line, 41u);
  EXPECT_EQ(read.locations[1].column, 0u);
  EXPECT_EQ(read.objects[0].name, "");
  ASSERT_EQ(read.events.size(), 1u);
  EXPECT_EQ(read.events[0], (TraceEvent{.time_ns = 99,
                                        .location = 1,
                                        .object = 2,
                                        .kind = OperationKind::kLock,
                                        .runnable = 3}));
}

// A thousand events as runs have them: the least common one is an exchange.
Trace LongTrace() {
  Trace trace = MakeTrace();
  trace.events.clear();
  trace.able_changes.clear();
  for (uint32_t i = 0; i < 1000; ++i) {
    TraceEvent event;
    event.time_ns = 1'000'000'000'000 + i;
    event.location = 1 + i % 200;
    event.task = i / 3 % 2;
    event.object = 1 + i % 300;
    event.kind = OperationKind::kAtomicRmw;
    event.value_flags = kValueRead | kValueWritten | 2 << kValueSizeShift;
    event.read = i;
    event.written = i + 1;
    trace.events.push_back(event);
    trace.able_changes.push_back({i, 1, i % 2});
  }
  trace.locations.resize(201, trace.locations[1]);
  return trace;
}

TEST(TraceFileTest, EventsTakeAtMost24BytesOnAverage) {
  Trace trace = LongTrace();
  size_t with = EncodeTrace(trace).size();
  size_t count = trace.events.size();
  trace.events.clear();
  trace.able_changes.clear();
  EXPECT_LE(with - EncodeTrace(trace).size(), 24 * count);
}

// Every index in a decoded trace may be used without a check.
void ExpectSafe(const Trace& trace) {
  for (const TraceEvent& event : trace.events) {
    ASSERT_LT(event.location, trace.locations.size());
    ASSERT_LT(event.task, trace.threads.size());
    ASSERT_LT(event.other, trace.threads.size());
  }
  uint32_t before = 0;
  for (const AbleChange& change : trace.able_changes) {
    ASSERT_LT(change.task, trace.threads.size());
    ASSERT_LT(change.event, trace.events.size());
    ASSERT_LE(before, change.event);
    before = change.event;
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
