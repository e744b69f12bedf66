// Runs that make system calls among runs that make none: these are put back in
// a shorter way, and nobody can tell.
#include <errno.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "test/runtime/sched/sim.h"
#include "test/runtime/worker/worker_client.h"

namespace detsim::runtime {
namespace {

// ---- Programs ----

// Under about half of the seeds.
bool Sometimes() {
  Atomic shared;
  Thread a([&] { shared.Store(1); });
  int seen = shared.Load();
  a.Join();
  return seen != 0;
}

// Nobody interposes it.
long BareCall(long number) {
  long result;
  asm volatile("syscall" : "=a"(result) : "a"(number) : "rcx", "r11", "memory");
  return result;
}

int counter = 0;

// Under one seed in eight it looks at the process and changes it.
int CallsSeldom() {
  if (++counter != 1) return 1;
  if (!Sometimes() || !Sometimes() || !Sometimes()) return 0;
  Atomic extra;
  extra.Store(1);  // One step more than the others.
  char path[4096];
  if (getcwd(path, sizeof path) == nullptr || strcmp(path, "/") == 0) return 2;
  if (chdir("/") != 0) return 3;
  if (umask(0) == 0) return 4;
  if (signal(SIGUSR1, SIG_IGN) != SIG_DFL) return 5;
  sigset_t set;
  sigprocmask(SIG_SETMASK, nullptr, &set);
  if (sigismember(&set, SIGUSR2) != 0) return 6;
  sigaddset(&set, SIGUSR2);
  if (sigprocmask(SIG_SETMASK, &set, nullptr) != 0) return 7;
  if (fcntl(STDOUT_FILENO, F_GETFD) != 0) return 8;
  close(STDOUT_FILENO);
  return open("/dev/null", O_RDONLY) == STDOUT_FILENO ? 0 : 9;
}

int PrintsSeldom() {
  if (!Sometimes() || !Sometimes() || !Sometimes()) return 0;
  puts("once");
  return 1;
}

int BareCallAfterNone() {
  return BareCall(SYS_getpid) == getpid() && BareCall(SYS_getuid) >= 0 ? 0 : 1;
}

// A call that fails says so as ever.
int FailingCall() {
  errno = 0;
  return chdir("/nowhere/at/all") == -1 && errno == ENOENT ? 0 : 1;
}

int ForksAtOnce() {
  pid_t pid = fork();
  if (pid == 0) {
    getppid();
    _exit(7);
  }
  int status = 0;
  return waitpid(pid, &status, 0) == pid && WEXITSTATUS(status) == 7 ? 0 : 1;
}

int AsksForTheSignal() {
  struct sigaction action;
  if (sigaction(SIGSYS, nullptr, &action) != 0) return 1;
  return action.sa_handler == SIG_DFL ? 0 : 2;
}

volatile sig_atomic_t signals = 0;

int HandlesTheSignal() {
  if (signals != 0) return 1;
  if (signal(SIGSYS, [](int) { signals = signals + 1; }) != SIG_DFL) return 2;
  raise(SIGSYS);
  return signals == 1 ? 0 : 3;
}

int DiesOfTheSignal() {
  raise(SIGSYS);
  return 1;
}

const struct {
  const char* name;
  int (*body)();
} kPrograms[] = {
    {"calls_seldom", &CallsSeldom},
    {"prints_seldom", &PrintsSeldom},
    {"bare_call", &BareCallAfterNone},
    {"failing_call", &FailingCall},
    {"forks", &ForksAtOnce},
    {"asks_for_signal", &AsksForTheSignal},
    {"handles_signal", &HandlesTheSignal},
    {"dies_of_signal", &DiesOfTheSignal},
};

int CallsMain(int, char** argv, char**) {
  for (const auto& program : kPrograms) {
    if (strcmp(program.name, argv[1]) == 0) return program.body();
  }
  return 99;
}

// ---- Tests ----

std::vector<RunResult> RunBatch(const char* name, uint32_t count) {
  WorkerClient worker(&CallsMain);
  RunRequest request;
  request.arguments = {name};
  request.count = count;
  return worker.Run(request);
}

TEST(CallWatchTest, RunsWithCallsAmongRunsWithout) {
  std::vector<RunResult> results = RunBatch("calls_seldom", 2000);
  ASSERT_EQ(results.size(), 2000u);
  uint64_t least = results[0].summary.steps;
  for (const RunResult& result : results) {
    least = std::min(least, result.summary.steps);
  }
  int with_calls = 0;
  for (const RunResult& result : results) {
    EXPECT_EQ(result.summary.verdict, Verdict::kPassed)
        << result.summary.seed << ": " << result.summary.exit_code;
    EXPECT_EQ(result.summary.isolation, Isolation::kPages);
    if (result.summary.steps > least) ++with_calls;
  }
  EXPECT_GT(with_calls, 50);
  EXPECT_LT(with_calls, 1000);
}

TEST(CallWatchTest, TheOutputOfARunIsItsOwn) {
  int with_output = 0;
  for (const RunResult& result : RunBatch("prints_seldom", 1000)) {
    EXPECT_EQ(result.summary.isolation, Isolation::kPages);
    if (result.summary.verdict == Verdict::kPassed) continue;
    ++with_output;
    EXPECT_EQ(result.output, "once\n");
  }
  EXPECT_GT(with_output, 20);
}

class CallingProgramTest : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Of, CallingProgramTest,
                         testing::Values("bare_call", "failing_call", "forks",
                                         "asks_for_signal", "handles_signal"),
                         [](const auto& name) {
                           return std::string(name.param);
                         });

TEST_P(CallingProgramTest, EveryRunPasses) {
  std::vector<RunResult> results = RunBatch(GetParam(), 30);
  ASSERT_EQ(results.size(), 30u);
  for (const RunResult& result : results) {
    EXPECT_EQ(result.summary.verdict, Verdict::kPassed)
        << result.summary.exit_code;
    EXPECT_EQ(result.summary.isolation, Isolation::kPages);
  }
}

TEST(CallWatchTest, ASignalOfTheProgramsOwnKillsAsEver) {
  std::vector<RunResult> results = RunBatch("dies_of_signal", 5);
  ASSERT_FALSE(results.empty());
  for (const RunResult& result : results) {
    EXPECT_EQ(result.summary.verdict, Verdict::kCrash);
    EXPECT_EQ(result.summary.exit_code, SIGSYS);
  }
}

}  // namespace
}  // namespace detsim::runtime
