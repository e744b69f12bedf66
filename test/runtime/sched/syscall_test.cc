// detsim_syscall and detsim_gettid of library_futex.cc: what rewritten code
// calls.
#include <errno.h>
#include <gtest/gtest.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

TEST(SyscallTest, FutexesAreOperationsOfTheSimulation) {
  Scenario scenario;
  scenario.trace = true;
  Outcome outcome = RunScenario(scenario, [] {
    int word = 0;
    SIM_CHECK(detsim_syscall(SYS_futex, &word, FUTEX_WAIT, 1, nullptr) == -1 &&
              errno == EAGAIN);
    Thread a([&] {
      while (word == 0) {
        detsim_syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, nullptr);
      }
    });
    SleepFor(kMs);
    word = 1;
    SIM_CHECK(detsim_syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1) == 1);
    a.Join();
    timespec timeout = {0, 1000};
    SIM_CHECK(detsim_syscall(SYS_futex, &word, FUTEX_WAIT, 1, &timeout) == -1 &&
              errno == ETIMEDOUT);
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
  int waits = 0, wakes = 0;
  for (const Event& event : outcome.events) {
    if (event.kind == OperationKind::kAddressWait) ++waits;
    if (event.kind == OperationKind::kAddressWake) ++wakes;
  }
  EXPECT_GE(waits, 3);
  EXPECT_EQ(wakes, 1);
}

TEST(SyscallTest, ARequeueWakes) {
  Outcome outcome = RunScenario({}, [] {
    int word = 0, other = 0;
    auto wait = [&] {
      while (word == 0) {
        detsim_syscall(SYS_futex, &word, FUTEX_WAIT, 0, nullptr);
      }
    };
    Thread a(wait), b(wait);
    SleepFor(kMs);
    SIM_CHECK(detsim_syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE, 1, 1, &other,
                             5) == -1 &&
              errno == EAGAIN);
    word = 1;
    SIM_CHECK(detsim_syscall(SYS_futex, &word, FUTEX_REQUEUE, 1, 1, &other) ==
              2);
    a.Join();
    b.Join();
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
}

TEST(SyscallTest, TimeRandomValuesAndIdsAreTheRuns) {
  Outcome outcome = RunScenario({}, [] {
    timespec now = {};
    SIM_CHECK(detsim_syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now) == 0);
    SIM_CHECK(now.tv_sec == static_cast<time_t>(Now() / 1'000'000'000));
    unsigned char bytes[6] = {};
    SIM_CHECK(detsim_syscall(SYS_getrandom, bytes, 5, 0) == 5);
    SIM_CHECK(bytes[5] == 0);
    for (unsigned char byte : bytes) Log(int64_t{byte});
    SIM_CHECK(detsim_gettid() == getpid());
    Thread a([] {
      SIM_CHECK(detsim_gettid() > 0x400000);
      SIM_CHECK(detsim_syscall(SYS_gettid) == detsim_gettid());
      Log(int64_t{detsim_gettid()});
      SIM_CHECK(detsim_syscall(SYS_sched_yield) == 0);
    });
    a.Join();
    SIM_CHECK(detsim_syscall(SYS_getppid) == getppid());
  });
  EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
}

}  // namespace
}  // namespace detsim::runtime
