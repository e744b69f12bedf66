#include "cmd/lib/trace_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cmd/lib/artifact.h"
#include "cmd/lib/files.h"
#include "test/cmd/sample_trace.h"

namespace detsim::cmd {
namespace {

using runtime::Trace;
using testing::HasSubstr;
using testing::Not;

std::string MakeProject() {
  std::string project = testing::TempDir() + "/trace_view_project";
  EXPECT_TRUE(WriteFile(project + "/queue.cc",
                        "std::thread t(Work);\n"
                        "  mutex.lock();\n"
                        "  ready.wait(lock);\n"
                        "  ready.notify_all();\n"
                        "t.join();\n")
                  .ok());
  return project;
}

TEST(TraceTextTest, ShowsStepsByThreadWithTheirSourceLines) {
  SourceLines sources;
  EXPECT_EQ(
      TraceText(SampleTrace(MakeProject()), &sources, {}),
      "QueueTest.Drains: deadlock at queue.cc:3\n"
      "  no thread can go on\n"
      "  seed 17, strategy random; 12 choices, 1 of them unusual; 2 threads; "
      "0 us of virtual time\n"
      "  T1 (worker) started at queue.cc:1\n"
      "\n"
      "main\n"
      "      1  spawn T1 (worker)                 queue.cc:1  "
      "std::thread t(Work);\n"
      "      2  lock mutex #1                     queue.cc:2  mutex.lock();\n"
      "        >>> PREEMPTED before notify_all: T1 (worker) runs instead\n"
      "\n"
      "T1 (worker)\n"
      "      4  start                             queue.cc:1  "
      "std::thread t(Work);\n"
      "\n"
      "main\n"
      "      5  notify_all condition variable #2  queue.cc:4  "
      "ready.notify_all();\n"
      "\n"
      "T1 (worker)\n"
      "      6  wait condition variable #2        queue.cc:3  "
      "ready.wait(lock);\n"
      "      7  (cannot go on: blocked)\n"
      "\n"
      "main\n"
      "      8  join                              queue.cc:5  t.join();\n"
      "      9  (cannot go on: blocked)\n"
      "\n"
      "deadlock at queue.cc:3\n"
      "  no thread can go on\n"
      "  main waits for the end of T1 (worker)\n"
      "      at queue.cc:5 in Queue::Pop\n"
      "  T1 (worker) waits to be notified through condition variable #2\n"
      "      at queue.cc:3 in Queue::Pop\n"
      "      at queue.cc:4 in Queue::Pop\n"
      "      started at queue.cc:1\n"
      "  the last notification of condition variable #2, by main at "
      "queue.cc:4, came before T1 (worker) began to wait\n");
}

TEST(TraceTextTest, SourcesThatAreGoneAreLeftOut) {
  SourceLines sources;
  std::string text = TraceText(SampleTrace("/nonexistent"), &sources, {});
  EXPECT_THAT(text, HasSubstr("queue.cc:2\n"));
}

TEST(TraceTextTest, LimitShowsTheLastSteps) {
  SourceLines sources;
  std::string text =
      TraceText(SampleTrace("/nonexistent"), &sources, {.limit = 2});
  EXPECT_THAT(text, HasSubstr("... 7 steps left out; --limit=0 shows all"));
  EXPECT_THAT(text, Not(HasSubstr("lock mutex")));
  EXPECT_THAT(text, HasSubstr("    8  join"));
}

TEST(TraceTextTest, EqualStepsAreCounted) {
  Trace trace = SampleTrace("/nonexistent");
  trace.events.insert(trace.events.begin(), 5, trace.events[1]);
  SourceLines sources;
  EXPECT_THAT(TraceText(trace, &sources, {}),
              HasSubstr("1  lock mutex #1, 5 times"));
}

TEST(TraceTextTest, ColoursAreOnlyThereWhenWanted) {
  SourceLines sources;
  Trace trace = SampleTrace("/nonexistent");
  EXPECT_THAT(TraceText(trace, &sources, {}), Not(HasSubstr("\033")));
  EXPECT_THAT(TraceText(trace, &sources, {.color = true}),
              HasSubstr("\033[1;33m>>> PREEMPTED"));
}

struct ChoiceCase {
  runtime::Stream stream;
  runtime::OperationKind kind;
  uint64_t value;
  const char* text;
};

class ChoiceTextTest : public testing::TestWithParam<ChoiceCase> {};

TEST_P(ChoiceTextTest, SaysWhatHappenedInstead) {
  Trace trace = SampleTrace("/nonexistent");
  trace.events[2].choice_stream = static_cast<uint8_t>(GetParam().stream);
  trace.events[2].kind = GetParam().kind;
  trace.events[2].choice_value = GetParam().value;
  EXPECT_EQ(ChoiceText(trace, 2), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    Choices, ChoiceTextTest,
    testing::Values(
        ChoiceCase{runtime::Stream::kSchedule, runtime::OperationKind::kLock, 7,
                   "PREEMPTED before lock: T1 (worker) runs instead"},
        ChoiceCase{runtime::Stream::kAccess, runtime::OperationKind::kAccess, 7,
                   "PREEMPTED at a plain access at queue.cc:4: T1 (worker) "
                   "runs instead"},
        ChoiceCase{runtime::Stream::kWake, runtime::OperationKind::kNotifyOne,
                   2, "not the longest waiter is woken, but number 3"},
        ChoiceCase{runtime::Stream::kSpurious, runtime::OperationKind::kWait, 1,
                   "spurious wake-up of wait"},
        ChoiceCase{runtime::Stream::kSpurious, runtime::OperationKind::kTryLock,
                   1, "spurious failure of try_lock"},
        ChoiceCase{runtime::Stream::kTime, runtime::OperationKind::kLock, 1,
                   "time passes although a thread could run"},
        ChoiceCase{runtime::Stream::kValue, runtime::OperationKind::kRandom, 42,
                   "random value 42"}));

TEST(ChoiceTextTest, ThreadThatBlockedWasNotPreempted) {
  Trace trace = SampleTrace("/nonexistent");
  runtime::TraceEvent choice = trace.events[2];
  choice.task = 1;
  trace.events.insert(trace.events.begin() + 7, choice);
  EXPECT_EQ(ChoiceText(trace, 7),
            "next is T1 (worker), not the thread that waited longest");
}

TEST(LoadTraceTest, FindsTheTraceOfAFailure) {
  std::string folder = testing::TempDir() + "/load_trace";
  Trace trace = SampleTrace("/p");
  Artifact artifact;
  artifact.test = "QueueTest.Drains";
  artifact.identity.kind = runtime::Verdict::kDeadlock;
  artifact.request.strategy = "replay";
  ASSERT_TRUE(WriteArtifact(folder + "/a.min.json", artifact, &trace).ok());
  auto loaded = LoadTrace(folder + "/a.min.json");
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(loaded->trace, trace);
  EXPECT_EQ(loaded->warning, "");
  EXPECT_EQ(LoadTrace(folder + "/a.min.trace")->trace, trace);
}

TEST(LoadTraceTest, DamagedTraceComesWithAWarning) {
  std::string bytes = EncodeTrace(SampleTrace("/p"));
  std::string path = testing::TempDir() + "/cut.trace";
  ASSERT_TRUE(
      WriteFile(path, std::string_view(bytes).substr(0, bytes.size() - 1))
          .ok());
  auto loaded = LoadTrace(path);
  ASSERT_TRUE(loaded.ok());
  EXPECT_THAT(loaded->warning, HasSubstr("cut off"));
}

TEST(LoadTraceTest, ForeignFileIsOneClearLine) {
  std::string path = testing::TempDir() + "/foreign.trace";
  ASSERT_TRUE(WriteFile(path, "hello").ok());
  EXPECT_EQ(LoadTrace(path).status().message(),
            "cannot use " + path + ": not a detsim trace");
  EXPECT_EQ(LoadTrace("/nonexistent").status().message(),
            "cannot read /nonexistent: No such file or directory");
}

}  // namespace
}  // namespace detsim::cmd
