// <semaphore.h>, and what its functions say of errors.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include <cstdint>
#include <string>

#include "test/shims/conformance/posix_test_support.h"

namespace {

using posix_test::After;
using posix_test::kLongMs;
using posix_test::kShortMs;

class PosixSemaphoreTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(0, TESTED(sem_init)(&semaphore_, 0, 0)); }
  void TearDown() override { EXPECT_EQ(0, TESTED(sem_destroy)(&semaphore_)); }

  int Value() {
    int value = -1;
    EXPECT_EQ(0, TESTED(sem_getvalue)(&semaphore_, &value));
    return value;
  }

  sem_t semaphore_;
};

TEST_F(PosixSemaphoreTest, CountsWhatIsPosted) {
  EXPECT_EQ(0, Value());
  EXPECT_EQ(0, TESTED(sem_post)(&semaphore_));
  EXPECT_EQ(0, TESTED(sem_post)(&semaphore_));
  EXPECT_EQ(2, Value());
  EXPECT_EQ(0, TESTED(sem_wait)(&semaphore_));
  EXPECT_EQ(0, TESTED(sem_trywait)(&semaphore_));
  EXPECT_EQ(0, Value());
}

TEST_F(PosixSemaphoreTest, TryWaitDoesNotWait) {
  errno = 0;
  EXPECT_EQ(-1, TESTED(sem_trywait)(&semaphore_));
  EXPECT_EQ(EAGAIN, errno);
}

TEST_F(PosixSemaphoreTest, APostWakesAWaiter) {
  const pthread_t thread = posix_test::Start(
      [](void* semaphore) -> void* {
        TESTED(sem_wait)(static_cast<sem_t*>(semaphore));
        return semaphore;
      },
      &semaphore_);
  EXPECT_EQ(0, TESTED(sem_post)(&semaphore_));
  void* result = nullptr;
  EXPECT_EQ(0, TESTED(pthread_join)(thread, &result));
  EXPECT_EQ(&semaphore_, result);
  EXPECT_EQ(0, Value());
}

TEST_F(PosixSemaphoreTest, DeadlinesPass) {
  errno = 0;
  timespec end = After(CLOCK_REALTIME, kShortMs);
  EXPECT_EQ(-1, TESTED(sem_timedwait)(&semaphore_, &end));
  EXPECT_EQ(ETIMEDOUT, errno);
  errno = 0;
  end = After(CLOCK_MONOTONIC, kShortMs);
  EXPECT_EQ(-1, TESTED(sem_clockwait)(&semaphore_, CLOCK_MONOTONIC, &end));
  EXPECT_EQ(ETIMEDOUT, errno);
  EXPECT_EQ(0, TESTED(sem_post)(&semaphore_));
  end = After(CLOCK_REALTIME, kLongMs);
  EXPECT_EQ(0, TESTED(sem_timedwait)(&semaphore_, &end));
  EXPECT_EQ(0, TESTED(sem_post)(&semaphore_));
  const timespec past = {1, 0};
  EXPECT_EQ(0, TESTED(sem_timedwait)(&semaphore_, &past));
}

TEST_F(PosixSemaphoreTest, MalformedDeadlinesAreInvalid) {
  EXPECT_EQ(0, TESTED(sem_post)(&semaphore_));
  const timespec malformed = {1, 1000000000};
  errno = 0;
  EXPECT_EQ(-1, TESTED(sem_timedwait)(&semaphore_, &malformed));
  EXPECT_EQ(EINVAL, errno);
  errno = 0;
  const timespec past = {1, 0};
  EXPECT_EQ(
      -1, TESTED(sem_clockwait)(&semaphore_, CLOCK_PROCESS_CPUTIME_ID, &past));
  EXPECT_EQ(EINVAL, errno);
  EXPECT_EQ(1, Value());
}

TEST(PosixSemaphoreLimitsTest, TheCountHasAMaximum) {
  sem_t semaphore;
  errno = 0;
  EXPECT_EQ(-1, TESTED(sem_init)(&semaphore, 0, unsigned{INT_MAX} + 1));
  EXPECT_EQ(EINVAL, errno);
  ASSERT_EQ(0, TESTED(sem_init)(&semaphore, 0, INT_MAX));
  errno = 0;
  EXPECT_EQ(-1, TESTED(sem_post)(&semaphore));
  EXPECT_EQ(EOVERFLOW, errno);
  EXPECT_EQ(0, TESTED(sem_destroy)(&semaphore));
}

// Not a name that another process may have.
const char* Name() {
  static const std::string name =
      "/detsim_conformance." + std::to_string(getpid());
  return name.c_str();
}

TEST(NamedSemaphoreTest, ANameLeadsToOneSemaphore) {
  EXPECT_EQ(SEM_FAILED, TESTED(sem_open)(Name(), 0));
  EXPECT_EQ(ENOENT, errno);
  sem_t* const first = TESTED(sem_open)(Name(), O_CREAT, 0600, 1u);
  ASSERT_NE(SEM_FAILED, first);
  EXPECT_EQ(SEM_FAILED, TESTED(sem_open)(Name(), O_CREAT | O_EXCL, 0600, 1u));
  EXPECT_EQ(EEXIST, errno);
  sem_t* const again = TESTED(sem_open)(Name(), O_CREAT, 0600, 7u);
  EXPECT_EQ(first, again);
  EXPECT_EQ(0, TESTED(sem_trywait)(first));
  EXPECT_EQ(-1, TESTED(sem_trywait)(again));
  EXPECT_EQ(0, TESTED(sem_close)(again));
  EXPECT_EQ(0, TESTED(sem_post)(first));
  EXPECT_EQ(0, TESTED(sem_close)(first));
  EXPECT_EQ(0, TESTED(sem_unlink)(Name()));
  EXPECT_EQ(-1, TESTED(sem_unlink)(Name()));
  EXPECT_EQ(ENOENT, errno);
}

TEST(NamedSemaphoreTest, OutlivesItsName) {
  sem_t* const old = TESTED(sem_open)(Name(), O_CREAT, 0600, 0u);
  ASSERT_NE(SEM_FAILED, old);
  EXPECT_EQ(0, TESTED(sem_unlink)(Name()));
  sem_t* const other = TESTED(sem_open)(Name(), O_CREAT, 0600, 0u);
  ASSERT_NE(SEM_FAILED, other);
  EXPECT_NE(old, other);
  EXPECT_EQ(0, TESTED(sem_post)(old));
  EXPECT_EQ(-1, TESTED(sem_trywait)(other));
  EXPECT_EQ(0, TESTED(sem_wait)(old));
  EXPECT_EQ(0, TESTED(sem_close)(old));
  EXPECT_EQ(0, TESTED(sem_unlink)(Name()));
  EXPECT_EQ(0, TESTED(sem_close)(other));
}

TEST(NamedSemaphoreTest, WhatCannotBeOneIsRefused) {
  EXPECT_EQ(SEM_FAILED, TESTED(sem_open)("/", O_CREAT, 0600, 0u));
  EXPECT_EQ(EINVAL, errno);
  EXPECT_EQ(SEM_FAILED,
            TESTED(sem_open)(Name(), O_CREAT, 0600, SEM_VALUE_MAX + 1u));
  EXPECT_EQ(EINVAL, errno);
}

}  // namespace
