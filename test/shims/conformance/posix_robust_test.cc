// Robust mutexes and priority ceilings of <pthread.h>.
#include <errno.h>

#include "test/shims/conformance/posix_test_support.h"

namespace {

using posix_test::After;
using posix_test::kLongMs;
using posix_test::RunInThread;

class RobustMutexTest : public testing::TestWithParam<int> {
 public:
  void SetUp() override {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, GetParam());
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    ASSERT_EQ(0, TESTED(pthread_mutex_init)(&mutex_, &attributes));
    pthread_mutexattr_destroy(&attributes);
    ASSERT_EQ(0, TESTED(sem_init)(&locked_, 0, 0));
  }
  void TearDown() override {
    EXPECT_EQ(0, TESTED(sem_destroy)(&locked_));
    EXPECT_EQ(0, TESTED(pthread_mutex_destroy)(&mutex_));
  }

  int Lock() { return TESTED(pthread_mutex_lock)(&mutex_); }
  int Unlock() { return TESTED(pthread_mutex_unlock)(&mutex_); }
  int Consistent() { return TESTED(pthread_mutex_consistent)(&mutex_); }

  // A thread takes it and ends.
  void Abandon() {
    RunInThread([this] { EXPECT_EQ(0, Lock()); });
  }

  pthread_mutex_t mutex_;
  sem_t locked_;
};

TEST_P(RobustMutexTest, LocksLikeAnyOther) {
  EXPECT_EQ(0, Lock());
  RunInThread([this] {
    EXPECT_EQ(EBUSY, TESTED(pthread_mutex_trylock)(&mutex_));
    EXPECT_EQ(EPERM, Unlock());
  });
  EXPECT_EQ(EINVAL, Consistent());
  EXPECT_EQ(0, Unlock());
  EXPECT_EQ(EPERM, Unlock());
}

TEST_P(RobustMutexTest, TheNextHolderIsToldAndCanMendIt) {
  Abandon();
  EXPECT_EQ(EOWNERDEAD, Lock());
  EXPECT_EQ(0, Consistent());
  EXPECT_EQ(EINVAL, Consistent());
  EXPECT_EQ(0, Unlock());
  EXPECT_EQ(0, Lock());
  EXPECT_EQ(0, Unlock());
}

TEST_P(RobustMutexTest, TryAndTimedLocksTellToo) {
  Abandon();
  EXPECT_EQ(EOWNERDEAD, TESTED(pthread_mutex_trylock)(&mutex_));
  EXPECT_EQ(0, Consistent());
  EXPECT_EQ(0, Unlock());
  Abandon();
  const timespec end = After(CLOCK_REALTIME, kLongMs);
  EXPECT_EQ(EOWNERDEAD, TESTED(pthread_mutex_timedlock)(&mutex_, &end));
  EXPECT_EQ(0, Consistent());
  EXPECT_EQ(0, Unlock());
}

TEST_P(RobustMutexTest, OneThatNobodyMendedIsLost) {
  Abandon();
  EXPECT_EQ(EOWNERDEAD, Lock());
  EXPECT_EQ(0, Unlock());
  EXPECT_EQ(ENOTRECOVERABLE, Lock());
  EXPECT_EQ(ENOTRECOVERABLE, TESTED(pthread_mutex_trylock)(&mutex_));
  EXPECT_EQ(EINVAL, Consistent());
}

TEST_P(RobustMutexTest, ASecondDeathIsToldAgain) {
  Abandon();
  RunInThread([this] { EXPECT_EQ(EOWNERDEAD, Lock()); });
  EXPECT_EQ(EOWNERDEAD, Lock());
  EXPECT_EQ(0, Consistent());
  EXPECT_EQ(0, Unlock());
}

TEST_P(RobustMutexTest, AWaiterIsWokenAndTold) {
  const pthread_t holder = posix_test::Start(
      [](void* argument) -> void* {
        auto* const self = static_cast<RobustMutexTest*>(argument);
        EXPECT_EQ(0, self->Lock());
        TESTED(sem_post)(&self->locked_);
        TESTED(sched_yield)();
        return nullptr;
      },
      this);
  EXPECT_EQ(0, TESTED(sem_wait)(&locked_));
  EXPECT_EQ(EOWNERDEAD, Lock());
  EXPECT_EQ(0, TESTED(pthread_join)(holder, nullptr));
  EXPECT_EQ(0, Consistent());
  EXPECT_EQ(0, Unlock());
}

TEST_P(RobustMutexTest, AConditionWaitTells) {
  pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
  struct Shared {
    RobustMutexTest* self;
    pthread_cond_t* cond;
    bool done;
  } shared = {this, &cond, false};
  EXPECT_EQ(0, Lock());
  const pthread_t thread = posix_test::Start(
      [](void* argument) -> void* {
        auto* const state = static_cast<Shared*>(argument);
        EXPECT_EQ(0, state->self->Lock());
        state->done = true;
        TESTED(pthread_cond_signal)(state->cond);
        return nullptr;
      },
      &shared);
  int error = 0;
  while (error == 0 && !shared.done) {
    error = TESTED(pthread_cond_wait)(&cond, &mutex_);
  }
  EXPECT_EQ(EOWNERDEAD, error);
  EXPECT_TRUE(shared.done);
  EXPECT_EQ(0, Consistent());
  EXPECT_EQ(0, Unlock());
  EXPECT_EQ(0, TESTED(pthread_join)(thread, nullptr));
  EXPECT_EQ(0, TESTED(pthread_cond_destroy)(&cond));
}

INSTANTIATE_TEST_SUITE_P(Types, RobustMutexTest,
                         testing::Values(PTHREAD_MUTEX_NORMAL,
                                         PTHREAD_MUTEX_RECURSIVE,
                                         PTHREAD_MUTEX_ERRORCHECK));

TEST(MutexAttributesTest, ConsistentIsForRobustOnes) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  EXPECT_EQ(0, TESTED(pthread_mutex_lock)(&mutex));
  EXPECT_EQ(EINVAL, TESTED(pthread_mutex_consistent)(&mutex));
  EXPECT_EQ(0, TESTED(pthread_mutex_unlock)(&mutex));
}

TEST(MutexAttributesTest, OnlyAProtectedOneHasACeiling) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  int ceiling = -1;
  EXPECT_EQ(EINVAL, TESTED(pthread_mutex_getprioceiling)(&mutex, &ceiling));
  EXPECT_EQ(EINVAL, TESTED(pthread_mutex_setprioceiling)(&mutex, 7, &ceiling));
}

TEST(MutexAttributesTest, TheCeilingIsKept) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  ASSERT_EQ(0,
            pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT));
  ASSERT_EQ(0, pthread_mutexattr_setprioceiling(&attributes, 5));
  pthread_mutex_t mutex;
  ASSERT_EQ(0, TESTED(pthread_mutex_init)(&mutex, &attributes));
  int ceiling = -1;
  EXPECT_EQ(0, TESTED(pthread_mutex_getprioceiling)(&mutex, &ceiling));
  EXPECT_EQ(5, ceiling);
  pthread_mutexattr_destroy(&attributes);
  EXPECT_EQ(0, TESTED(pthread_mutex_destroy)(&mutex));
}

TEST(MutexAttributesTest, SharedAndInheritingOnesLock) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
  pthread_mutex_t mutex;
  ASSERT_EQ(0, TESTED(pthread_mutex_init)(&mutex, &attributes));
  pthread_mutexattr_destroy(&attributes);
  EXPECT_EQ(0, TESTED(pthread_mutex_lock)(&mutex));
  RunInThread(
      [&mutex] { EXPECT_EQ(EBUSY, TESTED(pthread_mutex_trylock)(&mutex)); });
  EXPECT_EQ(0, TESTED(pthread_mutex_unlock)(&mutex));
  EXPECT_EQ(0, TESTED(pthread_mutex_destroy)(&mutex));
}

}  // namespace
