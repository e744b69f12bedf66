#include "cmd/lib/gtest_output.h"

#include <gtest/gtest.h>

namespace detsim::cmd {
namespace {

TEST(FindGtestFailureTest, ReadsMessageAndPlace) {
  auto failure = FindGtestFailure(
      "Note: Google Test filter = QueueTest.Drains\n"
      "[==========] Running 1 test from 1 test suite.\n"
      "[ RUN      ] QueueTest.Drains\n"
      "/home/me/queue_test.cc:24: Failure\n"
      "Expected equality of these values:\n"
      "  done\n"
      "    Which is: 3\n"
      "  4\n"
      "[  FAILED  ] QueueTest.Drains (0 ms)\n");
  ASSERT_TRUE(failure);
  EXPECT_FALSE(failure->exception);
  EXPECT_EQ(failure->file, "/home/me/queue_test.cc");
  EXPECT_EQ(failure->line, 24u);
  EXPECT_EQ(failure->message,
            "Expected equality of these values:\n  done\n"
            "    Which is: 3\n  4");
}

TEST(FindGtestFailureTest, TakesTheFirstOfSeveral) {
  auto failure = FindGtestFailure(
      "a.cc:1: Failure\nFailed\nfirst\nb.cc:2: Failure\nFailed\nsecond\n");
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->file, "a.cc");
  EXPECT_EQ(failure->message, "Failed\nfirst");
}

TEST(FindGtestFailureTest, LeavesScopedTracesOut) {
  auto failure = FindGtestFailure(
      "a.cc:1: Failure\nFailed\nGoogle Test trace:\na.cc:7: round 3\n");
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->message, "Failed");
}

TEST(FindGtestFailureTest, KnowsExceptionsThatTheFrameworkCaught) {
  auto failure = FindGtestFailure(
      "unknown file: Failure\n"
      "C++ exception with description \"boom\" thrown in the test body.\n"
      "[  FAILED  ] T.T (0 ms)\n");
  ASSERT_TRUE(failure);
  EXPECT_TRUE(failure->exception);
  EXPECT_EQ(failure->file, "");
}

TEST(FindGtestFailureTest, ExceptionOfUnknownTypeIsOneToo) {
  auto failure = FindGtestFailure(
      "unknown file: Failure\n"
      "Unknown C++ exception thrown in SetUp().\n");
  ASSERT_TRUE(failure);
  EXPECT_TRUE(failure->exception);
}

TEST(FindGtestFailureTest, PassingOutputHasNone) {
  EXPECT_FALSE(FindGtestFailure("[ RUN      ] T.T\n[       OK ] T.T (0 ms)\n"));
  EXPECT_FALSE(FindGtestFailure("nothing: Failure\n"));
  EXPECT_FALSE(FindGtestFailure(""));
}

TEST(FindGtestFailureTest, LongMessagesAreCut) {
  std::string output = "a.cc:1: Failure\n";
  for (int i = 0; i < 1000; ++i) output += "line\n";
  auto failure = FindGtestFailure(output);
  ASSERT_TRUE(failure);
  EXPECT_LT(failure->message.size(), 200u);
}

TEST(IsGtestSkipTest, SeesTheMarker) {
  EXPECT_TRUE(IsGtestSkip("[ RUN      ] T.T\n[  SKIPPED ] T.T (0 ms)\n"));
  EXPECT_FALSE(IsGtestSkip("the word SKIPPED\n"));
}

TEST(IsGtestCutShortTest, SeesATestWithoutAnEnd) {
  EXPECT_TRUE(IsGtestCutShort("[ RUN      ] T.T\nwords\n"));
  EXPECT_TRUE(
      IsGtestCutShort("[ RUN      ] T.T\n[       OK ] T.T (0 ms)\n"
                      "[ RUN      ] T.U\n"));
  EXPECT_FALSE(IsGtestCutShort("[ RUN      ] T.T\n[       OK ] T.T (0 ms)\n"));
  EXPECT_FALSE(
      IsGtestCutShort("[ RUN      ] T.T\nno line end[       OK ] T.T"));
  EXPECT_FALSE(IsGtestCutShort("[ RUN      ] T.T\n[  SKIPPED ] T.T (0 ms)\n"));
  // Another framework, or the start is among what was not kept.
  EXPECT_FALSE(IsGtestCutShort("words\n"));
}

TEST(FindAssertTest, ReadsTheCLibrarysLine) {
  auto failure = FindAssert(
      "queue_test: /home/me/queue.cc:12: int Pop(int): Assertion `size > 0' "
      "failed.\n");
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->message, "Assertion `size > 0' failed.");
  EXPECT_EQ(failure->file, "/home/me/queue.cc");
  EXPECT_EQ(failure->line, 12u);
  EXPECT_FALSE(FindAssert("nothing of the kind\n"));
}

TEST(LastWordsTest, SkipsTheFrameworksLines) {
  EXPECT_EQ(LastWords("Running main() from main.cc\n"
                      "Note: Google Test filter = T.T\n"
                      "[ RUN      ] T.T\nout of paper\n\n"),
            "out of paper");
  EXPECT_EQ(LastWords("[ RUN      ] T.T\n"), "");
}

TEST(LastWordsTest, AColourIsNoWord) {
  EXPECT_EQ(LastWords("\x1b[1;31mFAILED\x1b[0m: 2 checks\n\x1b[0m\n\x1b["),
            "FAILED: 2 checks");
}

}  // namespace
}  // namespace detsim::cmd
