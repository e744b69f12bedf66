#include <errno.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "test/shims/conformance/posix_c.h"
#include "test/shims/conformance/posix_test_support.h"

namespace {

using posix_test::After;
using posix_test::kLongMs;
using posix_test::kShortMs;
using posix_test::RunInThread;
using posix_test::Start;

TEST(PthreadTest, JoinReturnsTheResult) {
  int value = 3;
  const pthread_t thread =
      Start([](void* argument) -> void* { return argument; }, &value);
  EXPECT_FALSE(TESTED(pthread_equal)(thread, TESTED(pthread_self)()));
  void* result = nullptr;
  EXPECT_EQ(0, TESTED(pthread_join)(thread, &result));
  EXPECT_EQ(&value, result);
}

TEST(PthreadTest, SelfIsWhatCreateReturned) {
  pthread_t inside = {};
  const pthread_t thread = Start(
      [](void* argument) -> void* {
        *static_cast<pthread_t*>(argument) = TESTED(pthread_self)();
        return nullptr;
      },
      &inside);
  TESTED(pthread_join)(thread, nullptr);
  EXPECT_TRUE(TESTED(pthread_equal)(thread, inside));
}

TEST(PthreadTest, JoiningItselfIsADeadlock) {
  EXPECT_EQ(EDEADLK, TESTED(pthread_join)(TESTED(pthread_self)(), nullptr));
}

std::atomic<int> destroyed(0);
struct CountsDestruction {
  ~CountsDestruction() { ++destroyed; }
};

void ExitDeep(int depth) {
  CountsDestruction counts;
  if (depth == 0) TESTED(pthread_exit)(&destroyed);
  ExitDeep(depth - 1);
}

TEST(PthreadTest, ExitUnwindsAndReturnsItsResult) {
  destroyed = 0;
  const pthread_t thread = Start(
      [](void*) -> void* {
        ExitDeep(3);
        return nullptr;
      },
      nullptr);
  void* result = nullptr;
  EXPECT_EQ(0, TESTED(pthread_join)(thread, &result));
  EXPECT_EQ(&destroyed, result);
  EXPECT_EQ(4, destroyed);
}

// libc++abi cannot rethrow what it did not throw.
#ifndef _LIBCPP_VERSION
TEST(PthreadTest, ExitPassesCatchClausesThatRethrow) {
  const pthread_t thread = Start(
      [](void*) -> void* {
        try {
          ExitDeep(0);
        } catch (const std::exception&) {
          return nullptr;
        } catch (...) {
          throw;
        }
        return nullptr;
      },
      nullptr);
  void* result = nullptr;
  EXPECT_EQ(0, TESTED(pthread_join)(thread, &result));
  EXPECT_EQ(&destroyed, result);
}
#endif

// Sets a flag under a mutex, for threads that nobody joins.
struct Signal {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  bool set = false;

  static void* Set(void* argument) {
    auto* const self = static_cast<Signal*>(argument);
    TESTED(pthread_mutex_lock)(&self->mutex);
    self->set = true;
    TESTED(pthread_cond_broadcast)(&self->condition);
    TESTED(pthread_mutex_unlock)(&self->mutex);
    return nullptr;
  }
  void Wait() {
    TESTED(pthread_mutex_lock)(&mutex);
    while (!set) TESTED(pthread_cond_wait)(&condition, &mutex);
    TESTED(pthread_mutex_unlock)(&mutex);
  }
};

TEST(PthreadTest, DetachedThreadsRun) {
  // Static: the threads may still use them when the test is over.
  static Signal by_attribute, by_call;
  by_attribute.set = by_call.set = false;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  EXPECT_EQ(0, TESTED(pthread_create)(&thread, &attributes, Signal::Set,
                                      &by_attribute));
  pthread_attr_destroy(&attributes);
  EXPECT_EQ(0, TESTED(pthread_detach)(Start(Signal::Set, &by_call)));
  by_attribute.Wait();
  by_call.Wait();
}

TEST(PthreadTest, NamesAreShort) {
  EXPECT_EQ(0, TESTED(pthread_setname_np)(TESTED(pthread_self)(), "name"));
  EXPECT_EQ(ERANGE, TESTED(pthread_setname_np)(TESTED(pthread_self)(),
                                               "longer than fifteen"));
}

TEST(PthreadTest, HintsToTheSystemAreAccepted) {
  const pthread_t self = TESTED(pthread_self)();
  cpu_set_t processors;
  ASSERT_EQ(
      0, TESTED(pthread_getaffinity_np)(self, sizeof(processors), &processors));
  EXPECT_LE(1, CPU_COUNT(&processors));
  EXPECT_EQ(
      0, TESTED(pthread_setaffinity_np)(self, sizeof(processors), &processors));
  CPU_ZERO(&processors);
  EXPECT_EQ(EINVAL, TESTED(pthread_setaffinity_np)(self, sizeof(processors),
                                                   &processors));
  int policy = -1;
  sched_param parameters;
  ASSERT_EQ(0, TESTED(pthread_getschedparam)(self, &policy, &parameters));
  EXPECT_EQ(0, TESTED(pthread_setschedparam)(self, policy, &parameters));
  EXPECT_EQ(0, TESTED(pthread_setschedprio)(self, parameters.sched_priority));
}

class PthreadMutex {
 public:
  explicit PthreadMutex(int kind) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, kind);
    EXPECT_EQ(0, TESTED(pthread_mutex_init)(&mutex_, &attributes));
    pthread_mutexattr_destroy(&attributes);
  }
  ~PthreadMutex() { EXPECT_EQ(0, TESTED(pthread_mutex_destroy)(&mutex_)); }

  pthread_mutex_t* get() { return &mutex_; }

 private:
  pthread_mutex_t mutex_;
};

// What another thread's trylock says.
int OthersTrylock(pthread_mutex_t* mutex) {
  int error = -1;
  RunInThread([&] {
    error = TESTED(pthread_mutex_trylock)(mutex);
    if (error == 0) TESTED(pthread_mutex_unlock)(mutex);
  });
  return error;
}

TEST(PthreadMutexTest, ExcludesOtherThreads) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  EXPECT_EQ(0, TESTED(pthread_mutex_lock)(&mutex));
  EXPECT_EQ(EBUSY, OthersTrylock(&mutex));
  EXPECT_EQ(EBUSY, TESTED(pthread_mutex_trylock)(&mutex));
  EXPECT_EQ(0, TESTED(pthread_mutex_unlock)(&mutex));
  EXPECT_EQ(0, OthersTrylock(&mutex));
  EXPECT_EQ(0, TESTED(pthread_mutex_destroy)(&mutex));
}

TEST(PthreadMutexTest, RecursiveCounts) {
  PthreadMutex mutex(PTHREAD_MUTEX_RECURSIVE);
  EXPECT_EQ(0, TESTED(pthread_mutex_lock)(mutex.get()));
  EXPECT_EQ(0, TESTED(pthread_mutex_lock)(mutex.get()));
  EXPECT_EQ(0, TESTED(pthread_mutex_unlock)(mutex.get()));
  EXPECT_EQ(EBUSY, OthersTrylock(mutex.get()));
  EXPECT_EQ(0, TESTED(pthread_mutex_unlock)(mutex.get()));
  EXPECT_EQ(EPERM, TESTED(pthread_mutex_unlock)(mutex.get()));
}

TEST(PthreadMutexTest, StaticRecursiveInitializerCounts) {
  pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  EXPECT_EQ(0, TESTED(pthread_mutex_lock)(&mutex));
  EXPECT_EQ(0, TESTED(pthread_mutex_trylock)(&mutex));
  EXPECT_EQ(0, TESTED(pthread_mutex_unlock)(&mutex));
  EXPECT_EQ(0, TESTED(pthread_mutex_unlock)(&mutex));
}

TEST(PthreadMutexTest, ErrorcheckReportsMistakes) {
  PthreadMutex mutex(PTHREAD_MUTEX_ERRORCHECK);
  EXPECT_EQ(EPERM, TESTED(pthread_mutex_unlock)(mutex.get()));
  EXPECT_EQ(0, TESTED(pthread_mutex_lock)(mutex.get()));
  EXPECT_EQ(EDEADLK, TESTED(pthread_mutex_lock)(mutex.get()));
  EXPECT_EQ(0, TESTED(pthread_mutex_unlock)(mutex.get()));
}

TEST(PthreadMutexTest, TimedLocksEnd) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  timespec deadline = After(CLOCK_REALTIME, kLongMs);
  EXPECT_EQ(0, TESTED(pthread_mutex_timedlock)(&mutex, &deadline));
  RunInThread([&mutex] {
    timespec soon = After(CLOCK_REALTIME, kShortMs);
    EXPECT_EQ(ETIMEDOUT, TESTED(pthread_mutex_timedlock)(&mutex, &soon));
    soon = After(CLOCK_MONOTONIC, kShortMs);
    EXPECT_EQ(ETIMEDOUT,
              TESTED(pthread_mutex_clocklock)(&mutex, CLOCK_MONOTONIC, &soon));
    soon.tv_nsec = -1;
    EXPECT_EQ(EINVAL, TESTED(pthread_mutex_timedlock)(&mutex, &soon));
  });
  EXPECT_EQ(0, TESTED(pthread_mutex_unlock)(&mutex));
}

TEST(PthreadCondTest, SignalWakesAWaiter) {
  Signal signal;
  const pthread_t thread = Start(Signal::Set, &signal);
  signal.Wait();
  TESTED(pthread_join)(thread, nullptr);
  EXPECT_EQ(0, TESTED(pthread_cond_signal)(&signal.condition));
  EXPECT_EQ(0, TESTED(pthread_cond_destroy)(&signal.condition));
}

// A timed wait with nobody to signal, by the clock of the attributes.
int WaitInVain(clockid_t clock, int64_t ms) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, clock);
  pthread_cond_t condition;
  EXPECT_EQ(0, TESTED(pthread_cond_init)(&condition, &attributes));
  pthread_condattr_destroy(&attributes);
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  TESTED(pthread_mutex_lock)(&mutex);
  const timespec deadline = After(clock, ms);
  int error;
  do {
    error = TESTED(pthread_cond_timedwait)(&condition, &mutex, &deadline);
  } while (error == 0);
  TESTED(pthread_mutex_unlock)(&mutex);
  EXPECT_EQ(0, TESTED(pthread_cond_destroy)(&condition));
  return error;
}

TEST(PthreadCondTest, TimedWaitsEndByTheirClock) {
  EXPECT_EQ(ETIMEDOUT, WaitInVain(CLOCK_REALTIME, kShortMs));
  EXPECT_EQ(ETIMEDOUT, WaitInVain(CLOCK_MONOTONIC, kShortMs));
  EXPECT_EQ(ETIMEDOUT, WaitInVain(CLOCK_MONOTONIC, -1));
}

TEST(PthreadCondTest, ClockwaitNamesItsClock) {
  Signal signal;
  TESTED(pthread_mutex_lock)(&signal.mutex);
  const timespec deadline = After(CLOCK_MONOTONIC, kShortMs);
  int error;
  do {
    error = TESTED(pthread_cond_clockwait)(&signal.condition, &signal.mutex,
                                           CLOCK_MONOTONIC, &deadline);
  } while (error == 0);
  EXPECT_EQ(ETIMEDOUT, error);
  const timespec malformed = {0, -1};
  EXPECT_EQ(EINVAL, TESTED(pthread_cond_timedwait)(&signal.condition,
                                                   &signal.mutex, &malformed));
  TESTED(pthread_mutex_unlock)(&signal.mutex);
}

TEST(PthreadRwlockTest, ReadersShareAndExcludeAWriter) {
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  EXPECT_EQ(0, TESTED(pthread_rwlock_rdlock)(&lock));
  RunInThread([&lock] {
    EXPECT_EQ(0, TESTED(pthread_rwlock_tryrdlock)(&lock));
    EXPECT_EQ(0, TESTED(pthread_rwlock_unlock)(&lock));
    EXPECT_EQ(EBUSY, TESTED(pthread_rwlock_trywrlock)(&lock));
    const timespec soon = After(CLOCK_REALTIME, kShortMs);
    EXPECT_EQ(ETIMEDOUT, TESTED(pthread_rwlock_timedwrlock)(&lock, &soon));
  });
  EXPECT_EQ(0, TESTED(pthread_rwlock_unlock)(&lock));
  EXPECT_EQ(0, TESTED(pthread_rwlock_wrlock)(&lock));
  RunInThread([&lock] {
    EXPECT_EQ(EBUSY, TESTED(pthread_rwlock_tryrdlock)(&lock));
    const timespec soon = After(CLOCK_REALTIME, kShortMs);
    EXPECT_EQ(ETIMEDOUT, TESTED(pthread_rwlock_timedrdlock)(&lock, &soon));
  });
  EXPECT_EQ(0, TESTED(pthread_rwlock_unlock)(&lock));
  EXPECT_EQ(0, TESTED(pthread_rwlock_destroy)(&lock));
  EXPECT_EQ(0, TESTED(pthread_rwlock_init)(&lock, nullptr));
  const timespec deadline = After(CLOCK_MONOTONIC, kLongMs);
  EXPECT_EQ(
      0, TESTED(pthread_rwlock_clockwrlock)(&lock, CLOCK_MONOTONIC, &deadline));
  EXPECT_EQ(0, TESTED(pthread_rwlock_unlock)(&lock));
  EXPECT_EQ(
      0, TESTED(pthread_rwlock_clockrdlock)(&lock, CLOCK_MONOTONIC, &deadline));
  EXPECT_EQ(0, TESTED(pthread_rwlock_unlock)(&lock));
}

int once_runs = 0;
void RunOnce() { ++once_runs; }

TEST(PthreadOnceTest, RunsOnce) {
  pthread_once_t once = PTHREAD_ONCE_INIT;
  once_runs = 0;
  RunInThread([&once] { TESTED(pthread_once)(&once, RunOnce); });
  EXPECT_EQ(0, TESTED(pthread_once)(&once, RunOnce));
  EXPECT_EQ(1, once_runs);
}

void ThrowTheFirstTime() {
  if (++once_runs == 1) throw std::runtime_error("once");
}

TEST(PthreadOnceTest, AnExceptionLeavesItForTheNext) {
  pthread_once_t once = PTHREAD_ONCE_INIT;
  once_runs = 0;
  EXPECT_THROW(TESTED(pthread_once)(&once, ThrowTheFirstTime),
               std::runtime_error);
  EXPECT_EQ(0, TESTED(pthread_once)(&once, ThrowTheFirstTime));
  EXPECT_EQ(2, once_runs);
}

TEST(PthreadTest, FunctionsHaveAddresses) {
  int (*lock)(pthread_mutex_t*) = TESTED(pthread_mutex_lock);
  int (*unlock)(pthread_mutex_t*) = TESTED(pthread_mutex_unlock);
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  EXPECT_EQ(0, lock(&mutex));
  EXPECT_EQ(0, unlock(&mutex));
}

TEST(PthreadInCTest, ThreadsOfStrictCWork) {
  EXPECT_EQ(400, CountInThreads(4, 100));
  EXPECT_EQ(7, ResultOfExit(7));
}

TEST(PthreadTest, JoinsMayGiveUp) {
  sem_t end;
  ASSERT_EQ(0, TESTED(sem_init)(&end, 0, 0));
  const pthread_t thread = Start(
      [](void* semaphore) -> void* {
        while (TESTED(sem_wait)(static_cast<sem_t*>(semaphore)) != 0) {
        }
        return semaphore;
      },
      &end);
  void* result = nullptr;
  EXPECT_EQ(EBUSY, TESTED(pthread_tryjoin_np)(thread, &result));
  timespec deadline = After(CLOCK_REALTIME, kShortMs);
  EXPECT_EQ(ETIMEDOUT,
            TESTED(pthread_timedjoin_np)(thread, &result, &deadline));
  deadline = After(CLOCK_MONOTONIC, kShortMs);
  EXPECT_EQ(ETIMEDOUT, TESTED(pthread_clockjoin_np)(
                           thread, &result, CLOCK_MONOTONIC, &deadline));
  EXPECT_EQ(nullptr, result);
  EXPECT_EQ(0, TESTED(sem_post)(&end));
  deadline = After(CLOCK_REALTIME, kLongMs);
  EXPECT_EQ(0, TESTED(pthread_timedjoin_np)(thread, &result, &deadline));
  EXPECT_EQ(&end, result);
}

TEST(PthreadTest, ThreadsHaveNames) {
  RunInThread([] {
    const pthread_t self = TESTED(pthread_self)();
    char name[16] = {};
    EXPECT_EQ(0, TESTED(pthread_getname_np)(self, name, sizeof name));
    EXPECT_NE(std::string(), name);
    EXPECT_EQ(0, TESTED(pthread_setname_np)(self, "fifteen letters"));
    EXPECT_EQ(0, TESTED(pthread_getname_np)(self, name, sizeof name));
    EXPECT_STREQ("fifteen letters", name);
    EXPECT_EQ(ERANGE, TESTED(pthread_getname_np)(self, name, 15));
    EXPECT_EQ(ERANGE, TESTED(pthread_setname_np)(self, "sixteen letters!"));
    EXPECT_EQ(0, TESTED(pthread_setname_np)(self, "a"));
    EXPECT_EQ(0, TESTED(pthread_getname_np)(self, name, sizeof name));
    EXPECT_STREQ("a", name);
  });
}

TEST(PthreadTest, IdsOfTheSystemAreTheThreadsOwn) {
  EXPECT_EQ(TESTED(gettid)(), TESTED(gettid)());
  EXPECT_EQ(getpid(), TESTED(gettid)());
  RunInThread([] {
    const pid_t inside = TESTED(gettid)();
    EXPECT_NE(getpid(), inside);
    EXPECT_EQ(inside, TESTED(gettid)());
  });
}

}  // namespace
