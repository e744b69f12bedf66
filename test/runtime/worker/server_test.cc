// A worker from the tool's end: how runs end, what is told about them, and
// what a batch is.
#include "runtime/worker/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "test/runtime/worker/programs.h"
#include "test/runtime/worker/worker_client.h"

namespace detsim::runtime {

namespace {

using testing::HasSubstr;
using testing::StartsWith;

RunRequest Request(const char* name, uint32_t count,
                   const char* strategy = "random") {
  RunRequest request;
  request.arguments = {name};
  request.strategy = strategy;
  request.count = count;
  return request;
}

class ServerTest : public testing::Test {
 protected:
  WorkerClient worker_{&ProgramMain};
};

// ---- Greeting and end ----

TEST_F(ServerTest, GreetsWithItsVersion) {
  EXPECT_EQ(worker_.hello().version, kProtocolVersion);
  EXPECT_EQ(worker_.hello().static_threads, 0u);
  EXPECT_NE(worker_.hello().image_base, 0u);
}

TEST_F(ServerTest, EndsWhenTheToolCloses) {
  worker_.RunOne("pass");
  int status = worker_.Close();
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(ServerTest, SaysThatItDoesNotUnderstand) {
  worker_.SendMessage(MessageType::kRun, "nonsense");
  MessageType type;
  std::string payload;
  ASSERT_TRUE(worker_.Receive(&type, &payload));
  EXPECT_EQ(type, MessageType::kError);
  EXPECT_THAT(payload, HasSubstr("not understand"));
  EXPECT_FALSE(worker_.Receive(&type, &payload));
}

TEST_F(ServerTest, RefusesAnUnknownStrategy) {
  worker_.SendMessage(MessageType::kRun,
                      EncodeRunRequest(Request("pass", 1, "no such")));
  MessageType type;
  std::string payload;
  ASSERT_TRUE(worker_.Receive(&type, &payload));
  EXPECT_EQ(type, MessageType::kError);
}

// ---- How runs end ----

struct Ending {
  const char* program;
  Verdict verdict;
  int exit_code;
  bool cut_short;
  const char* message;
};

class EndingTest : public testing::TestWithParam<Ending> {};

const Ending kEndings[] = {
    {"pass", Verdict::kPassed, 0, false, ""},
    {"fail", Verdict::kAssertion, 5, false, "non-zero exit code"},
    {"segv", Verdict::kCrash, SIGSEGV, true, "segmentation fault"},
    {"segv_in_thread", Verdict::kCrash, SIGSEGV, true, "segmentation fault"},
    {"overflow", Verdict::kCrash, SIGSEGV, true, "stack overflow"},
    {"overflow_in_thread", Verdict::kCrash, SIGSEGV, true, "stack overflow"},
    {"fpe", Verdict::kCrash, SIGFPE, true, "arithmetic exception"},
    {"abort", Verdict::kCrash, SIGABRT, true, "aborted"},
    {"kill", Verdict::kCrash, SIGKILL, true, ""},
    {"exit_3_in_thread", Verdict::kAssertion, 3, true, "exit()"},
    {"exit_0_in_thread", Verdict::kPassed, 0, true, "exit()"},
    {"_exit_0", Verdict::kPassed, 0, true, ""},
    {"_exit_4", Verdict::kAssertion, 4, true, ""},
    {"throw", Verdict::kException, 0, true,
     "uncaught std::runtime_error: thrown by main"},
    {"throw_in_thread", Verdict::kException, 0, true,
     "uncaught std::runtime_error: thrown by a thread"},
    {"throw_int", Verdict::kException, 0, true, "uncaught int"},
    {"throw_unknown", Verdict::kException, 0, true, "UnknownError"},
    {"terminate", Verdict::kException, 0, true,
     "std::terminate was called without an exception"},
    {"deadlock", Verdict::kDeadlock, 0, true, ""},
    {"misuse", Verdict::kMisuse, 0, true, "does not hold"},
    {"leak", Verdict::kThreadLeak, 0, false, "still alive"},
    {"detached", Verdict::kPassed, 0, false, ""},
    {"hang", Verdict::kHang, 0, true, "no decision was reached"},
    {"hang_storing", Verdict::kHang, 0, true, "no decision was reached"},
    {"hang_in_thread", Verdict::kHang, 0, true, "no decision was reached"},
    {"stop", Verdict::kHang, 0, true, "no decision was reached"},
    {"deaf_hang", Verdict::kHang, 0, true, "no decision was reached"},
    {"replaced", Verdict::kAssertion, 0, true, ""},
    {"forked_child", Verdict::kPassed, 0, false, ""},
    {"forked_misuse", Verdict::kPassed, 0, false, ""},
    {"vforked_child", Verdict::kPassed, 0, false, ""},
};

INSTANTIATE_TEST_SUITE_P(Of, EndingTest, testing::ValuesIn(kEndings),
                         [](const auto& e) {
                           return std::string(e.param.program);
                         });

TEST_P(EndingTest, IsReported) {
  WorkerClient worker(&ProgramMain);
  RunResult result = worker.RunOne(GetParam().program);
  EXPECT_EQ(result.summary.verdict, GetParam().verdict) << result.output;
  EXPECT_EQ(result.summary.exit_code, GetParam().exit_code);
  EXPECT_EQ(result.summary.cut_short != 0, GetParam().cut_short);
  EXPECT_THAT(result.message, HasSubstr(GetParam().message));
}

TEST_P(EndingTest, LeavesTheWorkerReadyForMore) {
  WorkerClient worker(&ProgramMain);
  worker.RunOne(GetParam().program);
  RunResult next = worker.RunOne("print");
  EXPECT_EQ(next.summary.verdict, Verdict::kPassed);
  EXPECT_EQ(next.output, "printed\n");
}

TEST_P(EndingTest, IsTheSameTwice) {
  WorkerClient worker(&ProgramMain);
  RunResult first = worker.RunOne(GetParam().program);
  RunResult second = worker.RunOne(GetParam().program);
  EXPECT_EQ(first.summary.trace_hash, second.summary.trace_hash);
  EXPECT_EQ(first.summary.verdict, second.summary.verdict);
  EXPECT_EQ(first.message, second.message);
  EXPECT_EQ(first.threads.size(), second.threads.size());
}

// ---- What is told ----

TEST_F(ServerTest, TheCrashingPlaceIsOnTheStack) {
  RunResult result = worker_.RunOne("segv_in_thread");
  ASSERT_EQ(result.threads.size(), 2u);
  EXPECT_EQ(result.failure_thread, 1u);
  ASSERT_FALSE(result.threads[1].stack.empty());
  EXPECT_EQ(result.failure_pc, result.threads[1].stack[0]);
  EXPECT_FALSE(result.threads[0].stack.empty());
  EXPECT_TRUE(result.threads[0].blocked);
}

TEST_F(ServerTest, ADeadlockTellsEveryThreadAndWhoHoldsWhat) {
  RunResult result = worker_.RunOne("deadlock");
  ASSERT_EQ(result.threads.size(), 3u);
  const ThreadReport& main_thread = result.threads[0];
  const ThreadReport& one = result.threads[1];
  const ThreadReport& two = result.threads[2];
  EXPECT_EQ(main_thread.path, "0");
  EXPECT_EQ(one.path, "0.0");
  EXPECT_EQ(two.path, "0.1");
  EXPECT_EQ(one.name, "one");
  EXPECT_EQ(two.name, "two");
  EXPECT_EQ(main_thread.key, kMainThreadKey);
  EXPECT_EQ(two.key, ChildThreadKey(kMainThreadKey, 1));
  EXPECT_EQ(main_thread.pending.kind, OperationKind::kJoin);
  EXPECT_EQ(main_thread.holder, 1);
  EXPECT_EQ(one.pending.kind, OperationKind::kLock);
  EXPECT_EQ(one.holder, 2);
  EXPECT_EQ(two.holder, 1);
  EXPECT_NE(one.object, 0u);
  EXPECT_NE(one.object, two.object);
  EXPECT_NE(one.spawn_pc, 0u);
  EXPECT_FALSE(one.finished);
  EXPECT_GE(one.stack.size(), 2u);
  EXPECT_EQ(one.stack[0], one.pending.pc);
}

TEST_F(ServerTest, OutputOfBothStreamsIsKeptInOrder) {
  RunResult result = worker_.RunOne("print_and_fail");
  EXPECT_EQ(result.output, "to stdout to stderr to cout");
}

TEST_F(ServerTest, OutputBeforeAnAbortIsKept) {
  EXPECT_EQ(worker_.RunOne("print_and_abort").output, "last words");
}

TEST_F(ServerTest, AtMost64KibibytesOfOutputAreKeptTheLast) {
  RunResult result = worker_.RunOne("print_much");
  EXPECT_EQ(result.output.size(), 65536u);
  std::string all;
  for (int i = 0; all.size() < 200'000; ++i) all += std::to_string(i) + "\n";
  all.resize(200'000);
  EXPECT_TRUE(result.output == all.substr(200'000 - 65536));
}

TEST_F(ServerTest, Exactly64KibibytesOfOutputAreKept) {
  RunResult result = worker_.RunOne("print_65536");
  EXPECT_EQ(result.output.size(), 65536u);
  EXPECT_THAT(result.output, StartsWith("0\n1\n2\n"));
}

TEST_F(ServerTest, EachRunHasItsOwnOutput) {
  for (const RunResult& result : worker_.Run(Request("print_and_fail", 5))) {
    EXPECT_EQ(result.output, "to stdout to stderr to cout");
  }
}

TEST_F(ServerTest, MainGetsItsArgumentsAndEnvironmentEachTime) {
  RunRequest request = Request("first", 1);
  request.arguments.push_back("second");
  EXPECT_EQ(worker_.Run(request)[0].output,
            "the_program first second THE_VARIABLE=its value\n");
  EXPECT_EQ(worker_.Run(request)[0].output,
            "the_program first second THE_VARIABLE=its value\n");
}

TEST_F(ServerTest, ATraceIsReturnedWhenAskedFor) {
  RunRequest request = Request("threads", 1);
  EXPECT_TRUE(worker_.Run(request)[0].events.empty());
  request.record_trace = true;
  RunResult traced = worker_.Run(request)[0];
  EXPECT_GT(traced.events.size(), 20u);
  EXPECT_EQ(traced.threads.size(), 4u);
}

TEST_F(ServerTest, ARunMayWaitForAnotherProcess) {
  RunRequest request = Request("read_from_child", 1);
  RunResult result = worker_.Run(request)[0];
  EXPECT_EQ(result.summary.verdict, Verdict::kPassed) << result.message;
  ASSERT_FALSE(result.escapes.empty());
  EXPECT_EQ(result.escapes[0].what, "polled read");
}

TEST_F(ServerTest, ARunThatEatsMemoryIsACrash) {
  RunRequest request = Request("eat_memory", 2);
  request.options.memory_mb = 200;
  for (const RunResult& result : worker_.Run(request)) {
    EXPECT_EQ(result.summary.verdict, Verdict::kCrash);
    EXPECT_THAT(result.message, HasSubstr("memory limit"));
  }
}

TEST_F(ServerTest, AHangEndsItsOwnRunOnly) {
  RunRequest request = Request("hang_sometimes", 12);
  request.options.hang_ms = 100;
  std::vector<RunResult> results = worker_.Run(request);
  ASSERT_EQ(results.size(), 12u);
  int hangs = 0;
  for (const RunResult& result : results) {
    if (result.summary.verdict == Verdict::kPassed) continue;
    EXPECT_EQ(result.summary.verdict, Verdict::kHang);
    EXPECT_THAT(result.message, HasSubstr("no decision was reached"));
    ++hangs;
  }
  EXPECT_GT(hangs, 0);
  EXPECT_LT(hangs, 12);
}

TEST_F(ServerTest, AReadThatNeverEndsIsAHang) {
  EXPECT_EQ(worker_.RunOne("read_forever").summary.verdict, Verdict::kHang);
}

// ---- Batches ----

TEST_F(ServerTest, ResultsComeInTheOrderOfSeeds) {
  RunRequest request = Request("race", 300);
  request.first_seed = 1000;
  std::vector<RunResult> results = worker_.Run(request);
  ASSERT_EQ(results.size(), 300u);
  int failing = 0;
  for (size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].summary.seed, 1000 + i);
    failing += results[i].summary.verdict == Verdict::kAssertion ? 1 : 0;
  }
  EXPECT_GT(failing, 50);
  EXPECT_LT(failing, 250);
}

TEST_F(ServerTest, OnlyFailuresOfABatchHaveDetail) {
  int passed = 0;
  for (const RunResult& result : worker_.Run(Request("race", 50))) {
    bool failed = IsFailure(result.summary.verdict);
    EXPECT_EQ(result.threads.empty(), !failed);
    EXPECT_EQ(result.output, failed ? "saw 1\n" : "");
    EXPECT_EQ(result.choices.size(), failed ? result.summary.unusual : 0);
    passed += failed ? 0 : 1;
  }
  EXPECT_GT(passed, 0);
}

TEST_F(ServerTest, ABatchEndsAtItsFirstFailureWhenAskedTo) {
  RunRequest request = Request("race", 300);
  request.stop_at_failure = true;
  std::vector<RunResult> results = worker_.Run(request);
  ASSERT_LT(results.size(), 300u);
  for (size_t i = 0; i + 1 < results.size(); ++i) {
    EXPECT_EQ(results[i].summary.verdict, Verdict::kPassed);
  }
  EXPECT_EQ(results.back().summary.verdict, Verdict::kAssertion);
}

TEST_F(ServerTest, ABatchGoesOnAfterAnEndOfItsChild) {
  std::vector<RunResult> results = worker_.Run(Request("_exit_4", 5));
  ASSERT_EQ(results.size(), 5u);
  for (size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].summary.seed, i + 1);
    EXPECT_EQ(results[i].summary.exit_code, 4);
  }
}

TEST_F(ServerTest, AForkPerRunGivesTheSameRunsAsABatch) {
  RunRequest request = Request("threads", 50);
  std::vector<RunResult> batch = worker_.Run(request);
  request.fork_each = true;
  std::vector<RunResult> forked = worker_.Run(request);
  ASSERT_EQ(batch.size(), forked.size());
  for (size_t i = 0; i < batch.size(); ++i) {
    EXPECT_EQ(batch[i].summary.trace_hash, forked[i].summary.trace_hash);
    EXPECT_EQ(batch[i].summary.decisions, forked[i].summary.decisions);
  }
}

TEST_F(ServerTest, AnotherWorkerGivesTheSameRuns) {
  WorkerClient other(&ProgramMain);
  std::vector<RunResult> here = worker_.Run(Request("race", 100));
  other.Run(Request("threads", 100));
  std::vector<RunResult> there = other.Run(Request("race", 100));
  ASSERT_EQ(here.size(), there.size());
  for (size_t i = 0; i < here.size(); ++i) {
    EXPECT_EQ(here[i].summary.trace_hash, there[i].summary.trace_hash);
    EXPECT_EQ(here[i].summary.verdict, there[i].summary.verdict);
    EXPECT_EQ(here[i].choices, there[i].choices);
  }
}

TEST_F(ServerTest, AFailureReplaysFromItsChoices) {
  RunRequest request = Request("race", 300);
  request.stop_at_failure = true;
  RunResult failure = worker_.Run(request).back();
  RunRequest replay = Request("race", 1, "replay");
  replay.choices = failure.choices;
  RunResult again = worker_.Run(replay)[0];
  EXPECT_EQ(again.summary.trace_hash, failure.summary.trace_hash);
  EXPECT_EQ(again.summary.verdict, failure.summary.verdict);
  EXPECT_EQ(again.choices, failure.choices);
}

TEST_F(ServerTest, ALargeBatchIsServed) {
  EXPECT_EQ(worker_.Run(Request("pass", 20'000)).size(), 20'000u);
}

TEST_F(ServerTest, ABatchOfNoneIsDoneAtOnce) {
  EXPECT_TRUE(worker_.Run(Request("pass", 0)).empty());
}

// ---- Temporary directory ----

TEST(ServerDirectoryTest, IsEmptyAtTheStartOfEachRun) {
  char path[] = "/tmp/detsim_server_test_XXXXXX";
  ASSERT_NE(mkdtemp(path), nullptr);
  char before[4096];
  ASSERT_NE(getcwd(before, sizeof before), nullptr);
  ASSERT_EQ(chdir(path), 0);
  {
    WorkerClient worker(&ProgramMain, path);
    for (const RunResult& result : worker.Run(Request("leaves_files", 20))) {
      EXPECT_EQ(result.summary.exit_code, 0);
    }
    // Runs that make no system call need no preparation; one of its own does,
    // whatever such a batch has found.
    EXPECT_EQ(worker.Run(Request("pass", 20)).back().summary.isolation,
              Isolation::kPages);
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(worker.Run(Request("leaves_files", 1))[0].summary.verdict,
                Verdict::kPassed);
    }
  }
  ASSERT_EQ(chdir(before), 0);
  EXPECT_EQ(system((std::string("rm -r ") + path).c_str()), 0);
}

}  // namespace
}  // namespace detsim::runtime
