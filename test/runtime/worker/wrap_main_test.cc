// Programs linked with the runtime object, from outside: alone, and as workers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

#include <memory>
#include <string>

#include "test/runtime/worker/worker_client.h"

namespace detsim::runtime {
namespace {

using testing::HasSubstr;

constexpr const char* kProgram = DETSIM_LINKED_PROGRAM;
constexpr const char* kRuntimeObject = DETSIM_RUNTIME_OBJECT;

struct Ended {
  int status = 0;
  std::string output;
};

Ended RunCommand(const std::string& command) {
  Ended ended;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  char buffer[4096];
  size_t size;
  while ((size = fread(buffer, 1, sizeof buffer, pipe)) > 0) {
    ended.output.append(buffer, size);
  }
  ended.status = pclose(pipe);
  return ended;
}

Ended RunAlone(const std::string& argument) {
  // exec: the status is the program's, not a shell's.
  return RunCommand("exec " + std::string(kProgram) + " " + argument);
}

// ---- Alone ----

TEST(LinkedProgramTest, RunsAloneAsItWould) {
  Ended ended = RunAlone("pass");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "passed\n");
}

TEST(LinkedProgramTest, ItsExitCodeIsItsOwn) {
  EXPECT_EQ(WEXITSTATUS(RunAlone("fail").status), 3);
  EXPECT_EQ(WEXITSTATUS(RunAlone("exit").status), 5);
}

TEST(LinkedProgramTest, AloneItIsCalmAndItsTimeIsVirtual) {
  EXPECT_EQ(RunAlone("race").status, 0);
  EXPECT_EQ(RunAlone("time").output, "1700001000\n");
}

TEST(LinkedProgramTest, AloneItHasNoStepBudget) {
  EXPECT_EQ(RunAlone("many_steps").status, 0);
}

TEST(LinkedProgramTest, AVerdictIsSaidAndAborts) {
  Ended ended = RunAlone("misuse");
  EXPECT_TRUE(WIFSIGNALED(ended.status));
  EXPECT_EQ(WTERMSIG(ended.status), SIGABRT);
  EXPECT_THAT(ended.output, HasSubstr("detsim: misuse: a thread unlocks"));
}

// ---- As a worker ----

std::unique_ptr<WorkerClient> StartWorker(const char* environment = nullptr) {
  return WorkerClient::OfProgram(kProgram, environment, false);
}

TEST(LinkedWorkerTest, GreetsAndServes) {
  auto worker = StartWorker();
  EXPECT_EQ(worker->hello().version, kProtocolVersion);
  EXPECT_EQ(worker->hello().randomized, 0u);
  RunResult result = worker->RunOne("pass");
  EXPECT_EQ(result.summary.verdict, Verdict::kPassed);
  EXPECT_EQ(result.output, "passed\n");
  EXPECT_EQ(worker->Close(), 0);
}

TEST(LinkedWorkerTest, SaysWhenAddressesVary) {
  auto worker = WorkerClient::OfProgram(kProgram, nullptr, true);
  EXPECT_NE(worker->hello().randomized, 0u);
}

TEST(LinkedWorkerTest, TheProgramDoesNotSeeThatItIsOne) {
  EXPECT_EQ(StartWorker()->RunOne("variable").summary.exit_code, 0);
}

RunRequest Request(const char* name, uint32_t count) {
  RunRequest request;
  request.arguments = {name};
  request.count = count;
  return request;
}

TEST(LinkedWorkerTest, ALostUpdateIsFoundAndReplaysInAnotherProcess) {
  RunRequest request = Request("race", 200);
  request.stop_at_failure = true;
  RunResult failure = StartWorker()->Run(request).back();
  ASSERT_EQ(failure.summary.verdict, Verdict::kAssertion);
  RunRequest replay = Request("race", 1);
  replay.strategy = "replay";
  replay.choices = failure.choices;
  RunResult again = StartWorker()->Run(replay)[0];
  EXPECT_EQ(again.summary.verdict, Verdict::kAssertion);
  EXPECT_EQ(again.summary.trace_hash, failure.summary.trace_hash);
  EXPECT_EQ(again.choices, failure.choices);
}

class CorrectProgramTest : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Of, CorrectProgramTest,
                         testing::Values("reference_counts", "thread_locals",
                                         "once"),
                         [](const auto& name) {
                           return std::string(name.param);
                         });

TEST_P(CorrectProgramTest, NeverFails) {
  int failing = 0;
  for (const RunResult& result : StartWorker()->Run(Request(GetParam(), 500))) {
    failing += IsFailure(result.summary.verdict) ? 1 : 0;
  }
  EXPECT_EQ(failing, 0);
}

TEST(LinkedWorkerTest, ServesAProgramWithThreadsFromStaticInitialisers) {
  auto worker = StartWorker("STATIC_THREAD=1");
  EXPECT_EQ(worker->hello().static_threads, 1u);
  std::vector<RunResult> results = worker->Run(Request("race", 20));
  ASSERT_EQ(results.size(), 20u);
  for (const RunResult& result : results) {
    EXPECT_NE(result.summary.verdict, Verdict::kThreadLeak);
  }
}

// ---- The object ----

TEST(RuntimeObjectTest, ExportsNoCxxNames) {
  // Anything of ours or of std:: there could meet the program's own. The
  // emulated thread-locals of std::call_once are meant to.
  Ended ended =
      RunCommand(std::string("nm --defined-only --extern-only ") +
                 kRuntimeObject + " | grep ' _Z' | grep -v __emutls_v._ZSt");
  EXPECT_EQ(ended.output, "");
  Ended names = RunCommand(std::string("nm --defined-only --extern-only ") +
                           kRuntimeObject);
  EXPECT_THAT(names.output, HasSubstr("detsim_mutex_lock"));
}

}  // namespace
}  // namespace detsim::runtime
