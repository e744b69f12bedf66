#include "cmd/lib/failure_reader.h"

#include <gtest/gtest.h>

namespace detsim::cmd {
namespace {

using runtime::RunResult;
using runtime::Verdict;

class FailureReaderTest : public testing::Test {
 protected:
  FailureReaderTest() : reader_("QueueTest.Drains", &places_) {
    places_.project = "/home/me/queue";
    places_.symbolizer = &symbolizer_;
  }

  static RunResult Result(Verdict verdict, const std::string& output) {
    RunResult result;
    result.summary.verdict = verdict;
    result.output = output;
    return result;
  }

  Symbolizer symbolizer_;
  ProgramPlaces places_;
  FailureReader reader_;
};

TEST_F(FailureReaderTest, FailedAssertionHasItsMessageAndPlace) {
  RunResult result = Result(Verdict::kAssertion,
                            "/home/me/queue/tests/queue_test.cc:9: Failure\n"
                            "Value of: done\n  Actual: false\n");
  EXPECT_EQ(reader_.Judge(result), Verdict::kAssertion);
  FailureText text = reader_.Describe(result);
  EXPECT_EQ(text.location, "tests/queue_test.cc:9");
  EXPECT_EQ(text.message, "Value of: done\n  Actual: false");
}

TEST_F(FailureReaderTest, AssertionIsQuotedAsTheUserWroteIt) {
  const RunResult result = Result(
      Verdict::kAssertion,
      "a.cc:9: Failure\nValue of: detsim::this_thread::get_id() == id\n");
  EXPECT_EQ(reader_.Describe(result).message,
            "Value of: std::this_thread::get_id() == id");
}

TEST_F(FailureReaderTest, ValuesAreNoPartOfTheIdentity) {
  auto identity = [this](const char* value) {
    return reader_.Identify(
        Result(Verdict::kAssertion,
               std::string("a.cc:9: Failure\n"
                           "Expected equality of these values:\n  name\n"
                           "    Which is: ") +
                   value + "\n  \"x\"\n"));
  };
  EXPECT_EQ(identity("\"one\""), identity("\"two\""));
}

TEST_F(FailureReaderTest, CaughtExceptionIsAnException) {
  RunResult result = Result(
      Verdict::kAssertion,
      "unknown file: Failure\n"
      "C++ exception with description \"boom\" thrown in the test body.\n");
  EXPECT_EQ(reader_.Judge(result), Verdict::kException);
  EXPECT_EQ(reader_.Identify(result).kind, Verdict::kException);
}

TEST_F(FailureReaderTest, SkippedTestIsSkipped) {
  EXPECT_EQ(
      reader_.Judge(Result(Verdict::kPassed, "[  SKIPPED ] A.B (0 ms)\n")),
      Verdict::kSkipped);
}

TEST_F(FailureReaderTest, ExitSaysItsCodeAndLastWords) {
  RunResult result = Result(Verdict::kAssertion, "out of paper\n");
  result.summary.exit_code = 3;
  result.message = "the program called exit()";
  EXPECT_EQ(reader_.Describe(result).message,
            "the program called exit() (exit code 3): out of paper");
}

TEST_F(FailureReaderTest, ExitAmidATestFailsThoughItsCodeIsZero) {
  RunResult result = Result(Verdict::kPassed, "[ RUN      ] A.B\n");
  result.message = "the program called exit()";
  EXPECT_EQ(reader_.Judge(result), Verdict::kAssertion);
  EXPECT_EQ(reader_.Describe(result).message,
            "the program called exit() (exit code 0) before the test had "
            "ended");
  result.output = "[ RUN      ] A.B\n[       OK ] A.B (0 ms)\n";
  EXPECT_EQ(reader_.Judge(result), Verdict::kPassed);
}

TEST_F(FailureReaderTest, ProcessThatWasKilledNamesItsSignal) {
  RunResult result = Result(Verdict::kCrash, "");
  result.summary.exit_code = 9;
  EXPECT_EQ(reader_.Describe(result).message, "killed by signal 9 (SIGKILL)");
  result.summary.verdict = Verdict::kHang;
  EXPECT_NE(reader_.Describe(result).message.find("it was killed"),
            std::string::npos);
}

TEST_F(FailureReaderTest, CrashOfAnAssertHasItsMessage) {
  RunResult result =
      Result(Verdict::kCrash,
             "app: /home/me/queue/q.cc:3: int f(): Assertion `x' failed.\n");
  result.message = "aborted (SIGABRT)";
  FailureText text = reader_.Describe(result);
  EXPECT_EQ(text.message, "Assertion `x' failed.");
  EXPECT_EQ(text.location, "q.cc:3");
}

TEST_F(FailureReaderTest, DeadlockIdentityIsWhatTheThreadsWaitFor) {
  RunResult result = Result(Verdict::kDeadlock, "");
  result.message = "no thread can go on: T1, T2";
  result.threads.resize(3);
  for (size_t i = 1; i < 3; ++i) {
    result.threads[i].blocked = true;
    result.threads[i].pending.kind = runtime::OperationKind::kWait;
  }
  runtime::FailureIdentity two = reader_.Identify(result);
  // How many equal workers are stuck does not matter.
  result.threads[2].finished = true;
  EXPECT_EQ(reader_.Identify(result), two);
  result.threads[1].pending.kind = runtime::OperationKind::kLock;
  EXPECT_FALSE(reader_.Identify(result) == two);
}

}  // namespace
}  // namespace detsim::cmd
