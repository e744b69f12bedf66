// The threads of C11, through threads_c.c.
#include "test/shims/conformance/threads_c.h"

#include "gtest/gtest.h"

namespace {

TEST(C11ThreadsTest, RunAndJoin) {
  EXPECT_EQ(0, CheckThreads());
  EXPECT_EQ(0, CheckThreadResults());
}

TEST(C11ThreadsTest, MutexesExcludeAndTimeOut) {
  EXPECT_EQ(0, CheckMutexes());
  EXPECT_EQ(0, CheckTimeouts());
}

TEST(C11ThreadsTest, ConditionsWake) { EXPECT_EQ(0, CheckConditions()); }

TEST(C11ThreadsTest, OnceAndStorage) {
  EXPECT_EQ(0, CheckOnce());
  EXPECT_EQ(0, CheckThreadStorage());
}

}  // namespace
