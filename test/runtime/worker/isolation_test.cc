// Runs of a batch do not see each other: each program leaves something behind
// and fails when it finds it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "test/runtime/sched/sim.h"
#include "test/runtime/worker/worker_client.h"

namespace detsim::runtime {
namespace {

// ---- Programs ----

int data_counter = 1;
int zero_counter;
char big_zero[1 << 20];
std::vector<int>* singleton = nullptr;

int Static() { return data_counter++ + zero_counter++ - 1; }

int BigStatic() {
  for (size_t i = 0; i < sizeof big_zero; i += 512) {
    if (big_zero[i] != 0) return 1;
    big_zero[i] = 1;
  }
  return 0;
}

int Singleton() {
  if (singleton != nullptr) return 1;
  singleton = new std::vector<int>(1000, 7);
  return 0;
}

int LocalStatic() {
  static int made = ++data_counter;
  return made - 2;
}

// Equal in every run, whatever earlier ones have left in the heap.
int HeapAddress() {
  void* leaked = malloc(100);
  return static_cast<int>(reinterpret_cast<uintptr_t>(leaked) >> 4 & 0xffff);
}

// Blocks below the size from which malloc maps them: the heap grows.
int GrowingHeap() {
  uintptr_t last = 0;
  for (int i = 0; i < 20; ++i) {
    auto* leaked = static_cast<char*>(malloc(100'000));
    memset(leaked, 1, 100'000);
    last = reinterpret_cast<uintptr_t>(leaked);
  }
  return static_cast<int>(last >> 4 & 0xffff);
}

// Equal in every run; each leaves 20 MB and a mapping.
int LargeBlocks() {
  constexpr size_t kBytes = 20 << 20;
  char* leaked = static_cast<char*>(malloc(kBytes));
  memset(leaked, 1, kBytes);
  void* mapped = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(mapped, 1, kBytes);
  auto address =
      reinterpret_cast<uintptr_t>(leaked) ^ reinterpret_cast<uintptr_t>(mapped);
  return static_cast<int>(address >> 12 & 0xffff);
}

// Deep in the stack nothing has been written yet.
__attribute__((noinline)) int Stack() {
  auto* deep = static_cast<volatile char*>(__builtin_frame_address(0)) - 50'000;
  int found = *deep;
  *deep = 1;
  return found;
}

int ThreadStack() {
  int found = 0;
  Thread thread([&] { found = Stack(); });
  thread.Join();
  return found;
}

int Descriptor() { return open("/dev/null", O_RDONLY); }

// Far above the lowest number that is free.
int HighDescriptor() {
  int fd = fcntl(STDOUT_FILENO, F_DUPFD, 100);
  return fd == 100 ? 0 : 1;
}

int WorkingDirectory() {
  char path[4096];
  if (getcwd(path, sizeof path) == nullptr || strcmp(path, "/") == 0) return 1;
  return chdir("/");
}

int ClosesOutput() {
  struct stat status;
  if (fstat(STDOUT_FILENO, &status) != 0) return 1;
  close(STDOUT_FILENO);
  return 0;
}

int FileMask() { return umask(0) == 0 ? 1 : 0; }

int Signals() {
  if (signal(SIGUSR1, SIG_IGN) != SIG_DFL) return 1;
  struct sigaction action = {};
  action.sa_handler = SIG_IGN;
  struct sigaction old = {};
  if (sigaction(SIGSEGV, &action, &old) != 0) return 2;
  if (old.sa_handler == SIG_IGN) return 3;
  sigset_t set;
  sigprocmask(SIG_SETMASK, nullptr, &set);
  if (sigismember(&set, SIGUSR2) != 0) return 4;
  sigaddset(&set, SIGUSR2);
  return sigprocmask(SIG_SETMASK, &set, nullptr);
}

int Environment() {
  if (getenv("LEFT_BEHIND") != nullptr) return 1;
  return setenv("LEFT_BEHIND", "1", 1);
}

int ExitHandlerThenExit() {
  atexit([] { ++data_counter; });
  exit(data_counter - 1);
}

int Crash() {
  if (data_counter++ != 1) return 1;
  abort();
}

// Under about half of the seeds.
int CrashSometimes() {
  Atomic shared;
  Thread a([&] { shared.Store(1); });
  int seen = shared.Load();
  a.Join();
  if (seen != 0) abort();
  return 0;
}

int Deadlock() {
  if (data_counter++ != 1) return 1;
  static detsim_event never;
  return detsim_event_wait(&never, DETSIM_FOREVER);
}

int Throw() {
  if (data_counter++ != 1) return 1;
  throw data_counter;
}

// Leaves a file that nobody takes away.
int OutsideFile() {
  FILE* file = fopen(getenv("OUTSIDE"), "a");
  fputc('x', file);
  long size = ftell(file);
  fclose(file);
  return static_cast<int>(size);
}

const struct {
  const char* name;
  int (*body)();
} kPrograms[] = {
    {"static", &Static},
    {"big_static", &BigStatic},
    {"singleton", &Singleton},
    {"local_static", &LocalStatic},
    {"heap_address", &HeapAddress},
    {"growing_heap", &GrowingHeap},
    {"large_blocks", &LargeBlocks},
    {"stack", &Stack},
    {"thread_stack", &ThreadStack},
    {"descriptor", &Descriptor},
    {"high_descriptor", &HighDescriptor},
    {"working_directory", &WorkingDirectory},
    {"closes_output", &ClosesOutput},
    {"file_mask", &FileMask},
    {"signals", &Signals},
    {"environment", &Environment},
    {"exit", &ExitHandlerThenExit},
    {"crash", &Crash},
    {"crash_sometimes", &CrashSometimes},
    {"deadlock", &Deadlock},
    {"throw", &Throw},
    {"outside_file", &OutsideFile},
};

int IsolationMain(int, char** argv, char**) {
  for (const auto& program : kPrograms) {
    if (strcmp(program.name, argv[1]) == 0) return program.body();
  }
  return 99;
}

// ---- Tests ----

RunRequest Batch(const char* name, uint32_t count) {
  RunRequest request;
  request.arguments = {name};
  request.count = count;
  return request;
}

// What a run came to: equal for equal images.
std::string Summary(const RunResult& result) {
  const RunSummary& s = result.summary;
  return std::string(VerdictName(s.verdict)) + " " +
         std::to_string(s.exit_code) + " " + std::to_string(s.steps) + " " +
         (IsFailure(s.verdict) ? result.message : "");
}

class IsolatedProgramTest : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(
    Of, IsolatedProgramTest,
    testing::Values("static", "big_static", "singleton", "local_static",
                    "heap_address", "growing_heap", "large_blocks", "stack",
                    "thread_stack", "descriptor", "high_descriptor",
                    "working_directory", "closes_output", "file_mask",
                    "signals", "environment", "exit", "crash", "deadlock",
                    "throw"),
    [](const auto& name) { return std::string(name.param); });

TEST_P(IsolatedProgramTest, EveryRunIsLikeTheFirst) {
  WorkerClient worker(&IsolationMain);
  std::string fresh = Summary(worker.Run(Batch(GetParam(), 1))[0]);
  for (int batch = 0; batch < 3; ++batch) {
    std::vector<RunResult> results = worker.Run(Batch(GetParam(), 30));
    ASSERT_EQ(results.size(), 30u);
    for (const RunResult& result : results) {
      EXPECT_EQ(Summary(result), fresh);
      EXPECT_EQ(result.summary.isolation, Isolation::kPages);
    }
  }
}

TEST(IsolationTest, WhatCannotBePutBackIsForked) {
  char path[] = "/tmp/detsim_isolation_test_XXXXXX";
  int fd = mkstemp(path);
  ASSERT_GE(fd, 0);
  setenv("OUTSIDE", path, 1);
  WorkerClient worker(&IsolationMain);
  std::vector<RunResult> results = worker.Run(Batch("outside_file", 5));
  ASSERT_EQ(results.size(), 5u);
  for (const RunResult& result : results) {
    EXPECT_EQ(result.summary.isolation, Isolation::kFork);
  }
  close(fd);
  unlink(path);
}

TEST(IsolationTest, CrashesAmongOtherRunsAreAllSeen) {
  WorkerClient worker(&IsolationMain);
  int crashes = 0;
  std::vector<RunResult> results = worker.Run(Batch("crash_sometimes", 200));
  ASSERT_EQ(results.size(), 200u);
  for (const RunResult& result : results) {
    EXPECT_EQ(result.summary.isolation, Isolation::kPages);
    if (result.summary.verdict == Verdict::kPassed) continue;
    EXPECT_EQ(Summary(result).substr(0, 8), "crash 6 ");
    EXPECT_EQ(result.message, "aborted (SIGABRT)");
    ++crashes;
  }
  EXPECT_GT(crashes, 20);
  EXPECT_LT(crashes, 180);
}

TEST(IsolationTest, AnotherTestIsTestedAnew) {
  WorkerClient worker(&IsolationMain);
  EXPECT_EQ(worker.Run(Batch("static", 5)).back().summary.isolation,
            Isolation::kPages);
  EXPECT_EQ(worker.Run(Batch("singleton", 5)).back().summary.isolation,
            Isolation::kPages);
}

}  // namespace
}  // namespace detsim::runtime
