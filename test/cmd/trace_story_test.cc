#include "cmd/lib/trace_story.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/cmd/sample_trace.h"

namespace detsim::cmd {
namespace {

using runtime::OperationKind;
using runtime::Trace;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(ThreadLinesTest, SayWhoWaitsForWhatAndWhere) {
  EXPECT_THAT(ThreadLines(SampleTrace("/p")),
              ElementsAre("main waits for the end of T1 (worker)",
                          "    at queue.cc:5 in Queue::Pop",
                          "T1 (worker) waits to be notified through condition "
                          "variable #2",
                          "    at queue.cc:3 in Queue::Pop",
                          "    at queue.cc:4 in Queue::Pop",
                          "    started at queue.cc:1"));
}

TEST(ThreadLinesTest, FailedAssertionHasNone) {
  Trace trace = SampleTrace("/p");
  trace.verdict = runtime::Verdict::kAssertion;
  EXPECT_THAT(ThreadLines(trace), IsEmpty());
}

TEST(ThreadLinesTest, CrashShowsTheThreadThatCrashed) {
  Trace trace = SampleTrace("/p");
  trace.verdict = runtime::Verdict::kCrash;
  trace.failure_thread = 1;
  trace.threads[1].blocked = false;
  EXPECT_THAT(ThreadLines(trace), ElementsAre("T1 (worker) was here",
                                              "    at queue.cc:3 in Queue::Pop",
                                              "    at queue.cc:4 in Queue::Pop",
                                              "    started at queue.cc:1"));
}

TEST(ThreadLinesTest, LockNamesItsHolder) {
  Trace trace = SampleTrace("/p");
  trace.threads[1].pending = OperationKind::kLock;
  trace.threads[1].object = 1;
  trace.threads[1].holder = 0;
  EXPECT_EQ(ThreadLines(trace)[2],
            "T1 (worker) waits to lock mutex #1, held by main");
}

TEST(BlockedNotesTest, NamesAWakeUpThatCameBeforeTheWait) {
  EXPECT_THAT(BlockedNotes(SampleTrace("/p")),
              ElementsAre("the last notification of condition variable #2, by "
                          "main at queue.cc:4, came before T1 (worker) began "
                          "to wait"));
}

TEST(BlockedNotesTest, WaitThatNobodyNotified) {
  Trace trace = SampleTrace("/p");
  trace.events[4].kind = OperationKind::kLock;
  EXPECT_THAT(BlockedNotes(trace),
              ElementsAre("nobody ever notified condition variable #2, on "
                          "which T1 (worker) waits"));
}

TEST(BlockedNotesTest, NotificationAfterTheWaitIsNoLostWakeUp) {
  Trace trace = SampleTrace("/p");
  std::swap(trace.events[4], trace.events[5]);
  EXPECT_THAT(BlockedNotes(trace), IsEmpty());
}

TEST(BlockedNotesTest, NamesAClosedCycle) {
  Trace trace = SampleTrace("/p");
  trace.events.clear();
  for (int i = 0; i < 2; ++i) {
    trace.threads[i].pending = OperationKind::kLock;
    trace.threads[i].object = static_cast<uint32_t>(i + 1);
    trace.threads[i].holder = 1 - i;
  }
  trace.objects[1].type = "mutex";
  EXPECT_THAT(BlockedNotes(trace),
              ElementsAre("closed cycle: main waits for mutex #1 of T1 "
                          "(worker), T1 (worker) waits for mutex #2 of main"));
}

TEST(BlockedThreadTest, FollowsWhoWaitsForWhom) {
  EXPECT_EQ(BlockedThread(SampleTrace("/p")), 1u);
}

TEST(BlockedThreadTest, EndsInACycle) {
  Trace trace = SampleTrace("/p");
  trace.threads[1].holder = 0;
  EXPECT_EQ(BlockedThread(trace), 0u);
}

struct FunctionCase {
  const char* function;
  const char* shown;
};

class ShortFunctionTest : public testing::TestWithParam<FunctionCase> {};

TEST_P(ShortFunctionTest, KeepsWhatAPersonNeeds) {
  EXPECT_EQ(ShortFunction(GetParam().function), GetParam().shown);
}

INSTANTIATE_TEST_SUITE_P(
    Functions, ShortFunctionTest,
    testing::Values(
        FunctionCase{"work::Guard<detsim::mutex>::Take(detsim::mutex&)",
                     "work::Guard<std::mutex>::Take"},
        FunctionCase{"Queue::Pop(std::function<void ()>*)", "Queue::Pop"},
        FunctionCase{"q::(anonymous namespace)::Help(int) const", "q::Help"},
        FunctionCase{"q::(anonymous namespace)::QueueTest_Drains_Test::"
                     "TestBody()",
                     "the test"},
        FunctionCase{"Pool::Pool(unsigned long)::$_0::operator()() const",
                     "a lambda in Pool::Pool"},
        FunctionCase{"Less::operator()(int, int)", "Less::operator()"},
        FunctionCase{"Queue<std::__cxx11::basic_string<char, "
                     "std::char_traits<char>, std::allocator<char>>>::Pop()",
                     "Queue<std::string>::Pop"},
        FunctionCase{"Queue<std::__1::basic_string<char, "
                     "std::__1::char_traits<char>, "
                     "std::__1::allocator<char>>>::Pop()",
                     "Queue<std::string>::Pop"},
        FunctionCase{"Sort<std::__1::vector<int>>()", "Sort<std::vector<int>>"},
        FunctionCase{"main", "main"}, FunctionCase{"", ""}));

}  // namespace
}  // namespace detsim::cmd
