// The pthread, clock and futex functions that the runtime defines in the
// executable for code that is not rewritten: here for this test itself.
// Past 400 lines because it is one row of calls per pthread family.
#include "runtime/sched/library.h"

#include <errno.h>
#include <gtest/gtest.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <future>
#include <mutex>
#include <thread>

#include "runtime/base/time.h"
#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

timespec After(clockid_t clock, uint64_t ns) {
  timespec t;
  clock_gettime(clock, &t);
  ns += static_cast<uint64_t>(t.tv_nsec);
  t.tv_sec += static_cast<time_t>(ns / 1'000'000'000);
  t.tv_nsec = static_cast<long>(ns % 1'000'000'000);
  return t;
}

// ---- Locks ----

TEST(LibraryMutexTest, BlocksInSimulationAndOffersNoChoice) {
  Outcome outcome = RunScenario({}, [] {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&m);
    Thread a([&] {
      pthread_mutex_lock(&m);
      Log("a");
      pthread_mutex_unlock(&m);
    });
    SIM_CHECK(pthread_mutex_trylock(&m) == EBUSY);
    SleepFor(kMs);
    Log("m");
    pthread_mutex_unlock(&m);
    a.Join();
    pthread_mutex_destroy(&m);
  });
  EXPECT_EQ(outcome.log, "ma");
  EXPECT_EQ(outcome.steps, 3u);  // Spawn, sleep and join.
}

TEST(LibraryMutexTest, HoldersExcludeEachOther) {
  std::vector<Outcome> failing = FailingSeeds({.strategy = "random"}, 100, [] {
    std::mutex m;
    int inside = 0;
    auto body = [&] {
      for (int i = 0; i < 3; ++i) {
        std::lock_guard<std::mutex> guard(m);
        SIM_CHECK(inside++ == 0);
        detsim_yield();
        --inside;
      }
    };
    Thread a(body), b(body);
    a.Join();
    b.Join();
  });
  EXPECT_TRUE(failing.empty()) << testing::PrintToString(failing[0]);
}

TEST(LibraryMutexTest, ARecursiveOneCounts) {
  Outcome outcome = RunScenario({}, [] {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_t m;
    pthread_mutex_init(&m, &attributes);
    pthread_mutex_lock(&m);
    SIM_CHECK(pthread_mutex_lock(&m) == 0);
    SIM_CHECK(pthread_mutex_trylock(&m) == 0);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    Thread a([&] { SIM_CHECK(pthread_mutex_trylock(&m) == EBUSY); });
    a.Join();
    pthread_mutex_unlock(&m);
    Thread b([&] { SIM_CHECK(pthread_mutex_trylock(&m) == 0); });
    b.Join();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(LibraryMutexTest, AnErrorCheckingOneRefuses) {
  Outcome outcome = RunScenario({}, [] {
    pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
    SIM_CHECK(pthread_mutex_unlock(&m) == EPERM);
    pthread_mutex_lock(&m);
    SIM_CHECK(pthread_mutex_lock(&m) == EDEADLK);
    Thread a([&] { SIM_CHECK(pthread_mutex_unlock(&m) == EPERM); });
    a.Join();
    SIM_CHECK(pthread_mutex_unlock(&m) == 0);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(LibraryMutexTest, ATimedLockTimesOut) {
  Outcome outcome = RunScenario({}, [] {
    std::timed_mutex m;
    m.lock();
    Thread a([&] {
      uint64_t before = Now();
      SIM_CHECK(!m.try_lock_for(std::chrono::milliseconds(5)));
      SIM_CHECK(Now() - before >= 5 * kMs);
      SIM_CHECK(Now() - before < 6 * kMs);
      pthread_mutex_t* native = m.native_handle();
      timespec deadline = After(CLOCK_REALTIME, 5 * kMs);
      SIM_CHECK(pthread_mutex_timedlock(native, &deadline) == ETIMEDOUT);
    });
    a.Join();
    m.unlock();
    SIM_CHECK(m.try_lock_for(std::chrono::milliseconds(5)));
    m.unlock();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(LibraryRwlockTest, ReadersShareAndExcludeAWriter) {
  std::vector<Outcome> failing = FailingSeeds({.strategy = "random"}, 100, [] {
    pthread_rwlock_t lock;
    pthread_rwlock_init(&lock, nullptr);
    int readers = 0;
    int writers = 0;
    auto reader = [&] {
      pthread_rwlock_rdlock(&lock);
      ++readers;
      detsim_yield();
      SIM_CHECK(writers == 0);
      --readers;
      pthread_rwlock_unlock(&lock);
    };
    auto writer = [&] {
      pthread_rwlock_wrlock(&lock);
      SIM_CHECK(readers == 0 && writers++ == 0);
      detsim_yield();
      SIM_CHECK(readers == 0 && --writers == 0);
      pthread_rwlock_unlock(&lock);
    };
    Thread a(reader), b(reader), c(writer), d(writer);
    a.Join();
    b.Join();
    c.Join();
    d.Join();
    pthread_rwlock_destroy(&lock);
  });
  EXPECT_TRUE(failing.empty()) << testing::PrintToString(failing[0]);
}

TEST(LibraryRwlockTest, TriesAndTimeoutsAreSimulatedToo) {
  Outcome outcome = RunScenario({}, [] {
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    SIM_CHECK(pthread_rwlock_tryrdlock(&lock) == 0);
    SIM_CHECK(pthread_rwlock_tryrdlock(&lock) == 0);
    SIM_CHECK(pthread_rwlock_trywrlock(&lock) == EBUSY);
    timespec deadline = After(CLOCK_REALTIME, kMs);
    Thread a([&] {
      SIM_CHECK(pthread_rwlock_timedwrlock(&lock, &deadline) == ETIMEDOUT);
    });
    a.Join();
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    SIM_CHECK(pthread_rwlock_trywrlock(&lock) == 0);
    SIM_CHECK(pthread_rwlock_tryrdlock(&lock) == EBUSY);
    deadline = After(CLOCK_REALTIME, kMs);
    Thread b([&] {
      SIM_CHECK(pthread_rwlock_timedrdlock(&lock, &deadline) == ETIMEDOUT);
    });
    b.Join();
    pthread_rwlock_unlock(&lock);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

// ---- Conditions ----

TEST(LibraryConditionTest, WaitingBlocksInSimulation) {
  Outcome outcome = RunScenario({}, [] {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    bool ready = false;
    auto body = [&] {
      pthread_mutex_lock(&m);
      while (!ready) pthread_cond_wait(&c, &m);
      pthread_mutex_unlock(&m);
      Log("w");
    };
    Thread a(body), b(body);
    SleepFor(kMs);
    Log("m");
    pthread_mutex_lock(&m);
    ready = true;
    pthread_mutex_unlock(&m);
    pthread_cond_signal(&c);
    pthread_cond_broadcast(&c);
    a.Join();
    b.Join();
    pthread_cond_destroy(&c);
  });
  EXPECT_EQ(outcome.log, "mww");
}

TEST(LibraryConditionTest, TimeoutsAreOfTheClockAskedFor) {
  Outcome outcome = RunScenario({}, [] {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    pthread_mutex_lock(&m);
    uint64_t start = Now();
    timespec deadline = After(CLOCK_REALTIME, 5 * kMs);
    SIM_CHECK(pthread_cond_timedwait(&c, &m, &deadline) == ETIMEDOUT);
    SIM_CHECK(Now() - start >= 5 * kMs && Now() - start < 6 * kMs);
    start = Now();
    deadline = After(CLOCK_MONOTONIC, 5 * kMs);
    SIM_CHECK(pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &deadline) ==
              ETIMEDOUT);
    SIM_CHECK(Now() - start >= 5 * kMs && Now() - start < 6 * kMs);
    pthread_mutex_unlock(&m);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(LibraryConditionTest, TimeoutsAreOfTheClockOfItsAttributes) {
  Outcome outcome = RunScenario({}, [] {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t c;
    pthread_cond_init(&c, &attributes);
    pthread_mutex_lock(&m);
    uint64_t start = Now();
    timespec deadline = After(CLOCK_MONOTONIC, 5 * kMs);
    SIM_CHECK(pthread_cond_timedwait(&c, &m, &deadline) == ETIMEDOUT);
    SIM_CHECK(Now() - start >= 5 * kMs && Now() - start < 6 * kMs);
    pthread_mutex_unlock(&m);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

// ---- Threads ----

TEST(LibraryThreadTest, RunsOnAFiberAndReturnsItsResult) {
  Outcome outcome = RunScenario({}, [] {
    pthread_t thread;
    SIM_CHECK(pthread_create(
                  &thread, nullptr,
                  [](void* argument) -> void* {
                    SleepFor(3'600'000 * kMs);
                    Log("t");
                    return argument;
                  },
                  &thread) == 0);
    void* result = nullptr;
    SIM_CHECK(pthread_join(thread, &result) == 0);
    SIM_CHECK(result == &thread);
    Log("m");
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
  EXPECT_EQ(outcome.log, "tm");
  EXPECT_EQ(outcome.threads, 2u);
}

TEST(LibraryThreadTest, StdThreadsRunOnFibers) {
  Outcome outcome = RunScenario({}, [] {
    std::thread a([] { Log("a"); });
    std::thread b([] { Log("b"); });
    a.join();
    b.detach();
    Log("m");
    std::this_thread::yield();
  });
  EXPECT_EQ(outcome.log, "abm");
  EXPECT_EQ(outcome.threads, 3u);
}

// ---- Clocks and sleeps ----

TEST(LibraryClockTest, EveryClockIsVirtual) {
  Outcome outcome = RunScenario({}, [] {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    SIM_CHECK(t.tv_sec == 1000);
    constexpr time_t kSystemStart = 1'700'000'000 + 1000;
    clock_gettime(CLOCK_REALTIME, &t);
    SIM_CHECK(t.tv_sec == kSystemStart);
    timeval v;
    gettimeofday(&v, nullptr);
    SIM_CHECK(v.tv_sec == kSystemStart);
    time_t seconds;
    SIM_CHECK(time(&seconds) == kSystemStart && seconds == kSystemStart);
    SIM_CHECK(std::chrono::system_clock::to_time_t(
                  std::chrono::system_clock::now()) == kSystemStart);
    SIM_CHECK(std::chrono::steady_clock::now().time_since_epoch() <
              std::chrono::seconds(1001));
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
  EXPECT_EQ(outcome.decisions, 0u);
}

TEST(LibraryClockTest, EverySleepIsVirtual) {
  Outcome outcome = RunScenario({}, [] {
    timespec hour = {.tv_sec = 3600, .tv_nsec = 0};
    nanosleep(&hour, nullptr);
    clock_nanosleep(CLOCK_MONOTONIC, 0, &hour, nullptr);
    timespec deadline = After(CLOCK_REALTIME, 3'600'000 * kMs);
    clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &deadline, nullptr);
    sleep(3600);
    usleep(999'999);
    std::this_thread::sleep_for(std::chrono::hours(1));
  });
  EXPECT_TRUE(outcome.passed());
  EXPECT_EQ(outcome.virtual_ns / 1'000'000'000, 5 * 3600u);
}

TEST(LibraryClockTest, APolledClockMovesAndLetsOthersRun) {
  Outcome outcome = RunScenario({}, [] {
    bool ran = false;
    Thread a([&] { ran = true; });
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    uint64_t reads = 0;
    while (std::chrono::steady_clock::now() < end) ++reads;
    SIM_CHECK(ran);
    SIM_CHECK(reads < 10'000);
    a.Join();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(LibraryClockTest, AYieldLetsOthersRun) {
  Outcome outcome = RunScenario({}, [] {
    Thread a([] { Log("a"); });
    sched_yield();
    Log("m");
    a.Join();
  });
  EXPECT_EQ(outcome.log, "am");
}

// ---- Futexes ----

TEST(LibraryFutexTest, WaitsAndWakesAreSimulated) {
  Outcome outcome = RunScenario({}, [] {
    int32_t word = 0;
    SIM_CHECK(syscall(SYS_futex, &word, FUTEX_WAIT, 1, nullptr) == -1 &&
              errno == EAGAIN);
    Thread a([&] {
      SIM_CHECK(syscall(SYS_futex, &word, FUTEX_WAIT, 0, nullptr) == 0);
      Log("a");
    });
    SleepFor(kMs);
    Log("m");
    word = 1;
    SIM_CHECK(syscall(SYS_futex, &word, FUTEX_WAKE, 1) == 1);
    SIM_CHECK(syscall(SYS_futex, &word, FUTEX_WAKE, 1) == 0);
    a.Join();
    timespec timeout = {.tv_sec = 5, .tv_nsec = 0};
    uint64_t start = Now();
    SIM_CHECK(syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 1, &timeout) ==
                  -1 &&
              errno == ETIMEDOUT);
    SIM_CHECK(Now() - start >= 5000 * kMs);
    SIM_CHECK(Now() - start < 5001 * kMs);
  });
  EXPECT_EQ(outcome.log, "ma");
}

TEST(LibraryFutexTest, FuturesOfCodeThatIsNotRewrittenWaitInSimulation) {
  Outcome outcome = RunScenario({}, [] {
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    SIM_CHECK(future.wait_for(std::chrono::seconds(5)) ==
              std::future_status::timeout);
    Thread a([&] {
      SleepFor(kMs);
      promise.set_value(7);
    });
    SIM_CHECK(future.get() == 7);
    a.Join();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(LibraryFutexTest, OtherSystemCallsReachTheKernel) {
  EXPECT_EQ(syscall(SYS_getpid), getpid());
  EXPECT_EQ(syscall(SYS_close, -1), -1);
  EXPECT_EQ(errno, EBADF);
}

// ---- Guards of function-local statics ----

struct Slow {
  explicit Slow(int v) {
    detsim_yield();
    detsim_yield();
    value = v;
  }
  int value = 0;
};

// A static that lives as long as the process: only the first run makes it.
const Slow& TheStatic(int value) {
  static const Slow slow(value);
  return slow;
}

TEST(StaticGuardTest, OthersWaitForAnInitialiserThatIsPreempted) {
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    Outcome outcome = RunScenario({.strategy = "random", .seed = seed}, [] {
      auto body = [](int value) {
        return [value] { SIM_CHECK(TheStatic(value).value != 0); };
      };
      Thread a(body(1)), b(body(2)), c(body(3));
      a.Join();
      b.Join();
      c.Join();
    });
    EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
  }
}

int attempts = 0;

int ThrowTwice() {
  detsim_yield();
  if (++attempts <= 2) throw attempts;
  return attempts;
}

int TheThirdAttempt() {
  static int value = ThrowTwice();
  return value;
}

TEST(StaticGuardTest, AnInitialiserThatThrowsIsTriedAgain) {
  Outcome outcome = RunScenario({}, [] {
    auto body = [] {
      try {
        Log(TheThirdAttempt());
      } catch (int attempt) {
        Log("threw ");
      }
    };
    Thread a(body), b(body), c(body), d(body);
    a.Join();
    b.Join();
    c.Join();
    d.Join();
  });
  EXPECT_EQ(outcome.log, "threw threw 3 3 ");
}

}  // namespace
}  // namespace detsim::runtime
