#include "cmd/lib/trace_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "cmd/lib/files.h"
#include "cmd/lib/trace_filter.h"
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
      "  main holds mutex #1, since step 2 at queue.cc:2\n"
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

TEST(TraceTextTest, ThreadFilterKeepsItsStepsAndWhatLetItRun) {
  SourceLines sources;
  std::string text =
      TraceText(SampleTrace("/nonexistent"), &sources, {.thread = 1});
  EXPECT_THAT(text, HasSubstr(">>> PREEMPTED before notify_all"));
  EXPECT_THAT(text, HasSubstr("6  wait condition variable #2"));
  EXPECT_THAT(text, Not(HasSubstr("lock mutex")));
}

TEST(TraceTextTest, ObjectFilterKeepsItsSteps) {
  SourceLines sources;
  std::string text =
      TraceText(SampleTrace("/nonexistent"), &sources, {.object = 1});
  EXPECT_THAT(text, HasSubstr("2  lock mutex #1"));
  EXPECT_THAT(text, Not(HasSubstr("notify_all condition")));
}

TEST(TraceTextTest, NotificationSaysWhomItWakes) {
  Trace trace = SampleTrace("/nonexistent");
  trace.events.push_back(trace.events[4]);
  trace.events.push_back(trace.events[6]);
  trace.events.back().kind = runtime::OperationKind::kResume;
  SourceLines sources;
  std::string text = TraceText(trace, &sources, {});
  EXPECT_THAT(text, HasSubstr("     10  notify_all condition variable #2, "
                              "wakes T1 (worker)"));
  EXPECT_THAT(text, Not(HasSubstr("      5  notify_all condition variable #2, "
                                  "wakes")));
}

TEST(TraceTextTest, LongUndisturbedStretchIsFolded) {
  Trace trace = SampleTrace("/nonexistent");
  std::vector<runtime::TraceEvent> locks;
  for (int i = 0; i < 50; ++i) {
    locks.push_back(trace.events[1]);
    locks.push_back(trace.events[1]);
    locks.back().kind = runtime::OperationKind::kUnlock;
  }
  trace.events.insert(trace.events.begin() + 1, locks.begin(), locks.end());
  SourceLines sources;
  std::string text = TraceText(trace, &sources, {.fold = 20});
  EXPECT_THAT(text, HasSubstr("\n      3  unlock mutex #1 "));
  EXPECT_THAT(text, HasSubstr("queue.cc:2\n    ...  ran 96 operations, steps 4 "
                              "to 99; --fold=0 shows them\n"
                              "    100  lock mutex #1 "));
  EXPECT_THAT(TraceText(trace, &sources, {.fold = 0}), HasSubstr("   50  "));
  EXPECT_THAT(TraceText(trace, &sources, {.fold = 200}), HasSubstr("   50  "));
}

TEST(TraceTextTest, SaysWhatIsStillHeld) {
  SourceLines sources;
  EXPECT_THAT(TraceText(SampleTrace("/nonexistent"), &sources, {}),
              HasSubstr("\n  main holds mutex #1, since step 2 at "
                        "queue.cc:2\n"));
}

TEST(TraceTextTest, ObjectWithoutANameIsToldByItsPlace) {
  Trace trace = SampleTrace("/p");
  trace.objects[0].first_location = 2;
  trace.locations[2].column = 7;
  trace.objects[1].first_location = 3;
  trace.objects[1].name = "ready_";
  SourceLines sources;
  std::string text = TraceText(trace, &sources, {});
  EXPECT_THAT(text, HasSubstr("  mutex #1 first used at queue.cc:2:7\n"));
  EXPECT_THAT(text, Not(HasSubstr("ready_ #2 first")));
}

TEST(TraceTextTest, WhoCouldHaveRunStandsUnderAChoice) {
  Trace trace = SampleTrace("/p");
  trace.threads.resize(4, trace.threads[1]);
  trace.threads[2] = {.key = 8};
  trace.threads[3] = {.key = 9};
  trace.able_changes = {{1, 1, 1}, {1, 2, 1}, {2, 3, 1}};
  SourceLines sources;
  EXPECT_THAT(TraceText(trace, &sources, {}),
              HasSubstr("T1 (worker) runs instead\n"
                        "            T2, T3 could have run as well\n"));
}

TEST(TraceTextTest, PlainAccessIsShownWithItsPlace) {
  Trace trace = SampleTrace("/p");
  trace.events[2].choice_stream =
      static_cast<uint8_t>(runtime::Stream::kAccess);
  trace.events[2].kind = runtime::OperationKind::kAccess;
  trace.locations[4].column = 9;
  SourceLines sources;
  EXPECT_THAT(TraceText(trace, &sources, {}),
              HasSubstr(">>> PREEMPTED at a plain access: T1 (worker) runs "
                        "instead\n            at queue.cc:4:9\n"));
}

TEST(FindThreadTest, TakesNumbersAndNames) {
  Trace trace = SampleTrace("/p");
  EXPECT_EQ(*FindThread(trace, "main"), 0u);
  EXPECT_EQ(*FindThread(trace, "T1"), 1u);
  EXPECT_EQ(*FindThread(trace, "worker"), 1u);
  EXPECT_EQ(FindThread(trace, "T7").status().message(),
            "--thread=T7 is not in this trace; there are main, T1 (worker)");
}

TEST(FindObjectTest, TakesNumbersAndLabels) {
  Trace trace = SampleTrace("/p");
  EXPECT_EQ(*FindObject(trace, "2"), 2u);
  EXPECT_EQ(*FindObject(trace, "#1"), 1u);
  EXPECT_EQ(*FindObject(trace, "mutex #1"), 1u);
  trace.objects[0].name = "guard_";
  EXPECT_EQ(*FindObject(trace, "guard_"), 1u);
  EXPECT_EQ(*FindObject(trace, "mutex guard_ #1"), 1u);
  EXPECT_EQ(*FindObject(trace, "mutex #1"), 1u);
  trace.objects[1].name = "guard_";
  EXPECT_EQ(FindObject(trace, "guard_").status().message(),
            "--object=guard_ is the name of 2 objects: mutex guard_ #1, "
            "condition variable guard_ #2");
  for (runtime::TraceObject& object : trace.objects) object.name.clear();
  EXPECT_EQ(FindObject(trace, "mutex").status().message(),
            "--object=mutex is not in this trace; there are mutex #1, "
            "condition variable #2");
}

}  // namespace
}  // namespace detsim::cmd
