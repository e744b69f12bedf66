// Cancellation of <pthread.h>.
#include <errno.h>

#include <string>

#include "test/shims/conformance/posix_cancel_c.h"
#include "test/shims/conformance/posix_test_support.h"

namespace {

using posix_test::Start;

sem_t started;

void* Result(pthread_t thread) {
  void* result = nullptr;
  EXPECT_EQ(0, TESTED(pthread_join)(thread, &result));
  return result;
}

// Waits until the thread says so, and then for it to block, or not.
pthread_t StartAndCancel(void* (*function)(void*), void* argument) {
  EXPECT_EQ(0, TESTED(sem_init)(&started, 0, 0));
  const pthread_t thread = Start(function, argument);
  while (TESTED(sem_wait)(&started) != 0) {
  }
  EXPECT_EQ(0, TESTED(pthread_cancel)(thread));
  return thread;
}

struct Blocked {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  sem_t semaphore;
  bool destroyed = false;
};

// A destructor, as the cancelled thread has them on its stack.
struct Unlocks {
  ~Unlocks() {
    state->destroyed = true;
    TESTED(pthread_mutex_unlock)(&state->mutex);
  }
  Blocked* state;
};

TEST(PthreadCancelTest, EndsAWaitWithTheMutexLocked) {
  Blocked state;
  const pthread_t thread = StartAndCancel(
      [](void* argument) -> void* {
        auto* const blocked = static_cast<Blocked*>(argument);
        TESTED(pthread_mutex_lock)(&blocked->mutex);
        Unlocks unlocks = {blocked};
        TESTED(sem_post)(&started);
        for (;;)
          TESTED(pthread_cond_wait)(&blocked->condition, &blocked->mutex);
      },
      &state);
  EXPECT_EQ(PTHREAD_CANCELED, Result(thread));
  EXPECT_TRUE(state.destroyed);
  EXPECT_EQ(0, TESTED(pthread_mutex_trylock)(&state.mutex));
}

TEST(PthreadCancelTest, EndsWaitingForASemaphore) {
  Blocked state;
  ASSERT_EQ(0, TESTED(sem_init)(&state.semaphore, 0, 0));
  const pthread_t thread = StartAndCancel(
      [](void* argument) -> void* {
        TESTED(sem_post)(&started);
        TESTED(sem_wait)(&static_cast<Blocked*>(argument)->semaphore);
        return nullptr;
      },
      &state);
  EXPECT_EQ(PTHREAD_CANCELED, Result(thread));
}

TEST(PthreadCancelTest, EndsSleeping) {
  const pthread_t thread = StartAndCancel(
      [](void*) -> void* {
        TESTED(sem_post)(&started);
        for (;;) TESTED(sleep)(1000);
      },
      nullptr);
  EXPECT_EQ(PTHREAD_CANCELED, Result(thread));
}

TEST(PthreadCancelTest, EndsJoiningAndTheOtherCanBeJoinedAgain) {
  sem_t end;
  ASSERT_EQ(0, TESTED(sem_init)(&end, 0, 0));
  pthread_t joined = Start(
      [](void* argument) -> void* {
        while (TESTED(sem_wait)(static_cast<sem_t*>(argument)) != 0) {
        }
        return argument;
      },
      &end);
  const pthread_t thread = StartAndCancel(
      [](void* other) -> void* {
        TESTED(sem_post)(&started);
        TESTED(pthread_join)(*static_cast<pthread_t*>(other), nullptr);
        return nullptr;
      },
      &joined);
  EXPECT_EQ(PTHREAD_CANCELED, Result(thread));
  EXPECT_EQ(0, TESTED(sem_post)(&end));
  EXPECT_EQ(&end, Result(joined));
}

TEST(PthreadCancelTest, WaitsUntilItIsEnabledAndAPointIsReached) {
  int steps = 0;
  const pthread_t thread = StartAndCancel(
      [](void* argument) -> void* {
        auto* const count = static_cast<int*>(argument);
        int old = -1;
        EXPECT_EQ(0,
                  TESTED(pthread_setcancelstate)(PTHREAD_CANCEL_DISABLE, &old));
        EXPECT_EQ(PTHREAD_CANCEL_ENABLE, old);
        TESTED(sem_post)(&started);
        TESTED(usleep)(2000);
        TESTED(pthread_testcancel)();
        ++*count;
        EXPECT_EQ(0, TESTED(pthread_setcancelstate)(old, nullptr));
        ++*count;
        TESTED(usleep)(2000);
        TESTED(pthread_testcancel)();
        ++*count;
        return nullptr;
      },
      &steps);
  EXPECT_EQ(PTHREAD_CANCELED, Result(thread));
  EXPECT_EQ(2, steps);
}

TEST(PthreadCancelTest, AThreadMayCancelItself) {
  const pthread_t thread = Start(
      [](void*) -> void* {
        EXPECT_EQ(0, TESTED(pthread_cancel)(TESTED(pthread_self)()));
        TESTED(pthread_testcancel)();
        return nullptr;
      },
      nullptr);
  EXPECT_EQ(PTHREAD_CANCELED, Result(thread));
}

TEST(PthreadCancelTest, StatesAndTypesAreChecked) {
  posix_test::RunInThread([] {
    int old = -1;
    EXPECT_EQ(EINVAL, TESTED(pthread_setcancelstate)(77, &old));
    EXPECT_EQ(EINVAL, TESTED(pthread_setcanceltype)(77, &old));
    EXPECT_EQ(0,
              TESTED(pthread_setcanceltype)(PTHREAD_CANCEL_ASYNCHRONOUS, &old));
    EXPECT_EQ(PTHREAD_CANCEL_DEFERRED, old);
    EXPECT_EQ(0, TESTED(pthread_setcanceltype)(old, &old));
    EXPECT_EQ(PTHREAD_CANCEL_ASYNCHRONOUS, old);
  });
}

TEST(PthreadCancelTest, CleanupRunsInC) {
  EXPECT_EQ(0, CheckCleanupOnCancel());
  EXPECT_EQ(0, CheckCleanupOnExit());
  EXPECT_EQ(0, CheckCleanupPop());
}

}  // namespace
