#include "surface.h"

#include <gtest/gtest.h>

namespace {

TEST(LocalsTest, Variables) { EXPECT_EQ(ThreadLocals(), ""); }
TEST(LocalsTest, Destructors) { EXPECT_EQ(ThreadLocalDestructors(), ""); }
TEST(LocalsTest, Keys) { EXPECT_EQ(Keys(), ""); }
TEST(LocalsTest, ErrorNumbers) { EXPECT_EQ(ErrorNumbers(), ""); }
TEST(LocalsTest, Characters) { EXPECT_EQ(Characters(), ""); }
TEST(LocalsTest, Plugin) { EXPECT_EQ(LocalsOfPlugin(PLUGIN), ""); }

TEST(LocalsTest, LoadedLate) {
  EXPECT_EQ(LoadedAfterThreads(EARLY_PLUGIN), "");
}

TEST(StandardTest, Exceptions) { EXPECT_EQ(Exceptions(), ""); }
TEST(StandardTest, FuturesAndOnce) { EXPECT_EQ(FuturesAndOnce(), ""); }
TEST(StandardTest, Atomics) { EXPECT_EQ(Atomics(), ""); }

TEST(PosixTest, ReadWriteLocks) { EXPECT_EQ(ReadWriteLocks(), ""); }
TEST(PosixTest, Semaphores) { EXPECT_EQ(Semaphores(), ""); }
TEST(PosixTest, BarriersAndSpins) { EXPECT_EQ(BarriersAndSpinLocks(), ""); }
TEST(PosixTest, TimedLocks) { EXPECT_EQ(TimedLocks(), ""); }
TEST(PosixTest, EndsOfThreads) { EXPECT_EQ(EndsOfThreads(), ""); }
TEST(PosixTest, Identities) { EXPECT_EQ(Identities(), ""); }
TEST(PosixTest, Futexes) { EXPECT_EQ(Futexes(), ""); }
TEST(PosixTest, C11Threads) { EXPECT_EQ(C11Threads(), ""); }

TEST(TimesTest, Clocks) { EXPECT_EQ(Clocks(), ""); }
TEST(TimesTest, Sleeps) { EXPECT_EQ(Sleeps(), ""); }
TEST(TimesTest, TimeStamps) { EXPECT_EQ(TimeStamps(), ""); }

TEST(RandomTest, Numbers) { EXPECT_EQ(RandomNumbers(), ""); }

TEST(ProcessesTest, Children) { EXPECT_EQ(ChildProcesses(), ""); }

// The program's own thread_local, next to the library's.
thread_local int own = 3;

TEST(ProgramTest, ThreadLocals) {
  own = 4;
  EXPECT_EQ(ThreadLocals(), "");
  EXPECT_EQ(own, 4);
  own = 3;
}

TEST(ProgramDeathTest, DiesInAThread) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(abort(), "");
  testing::FLAGS_gtest_death_test_style = "fast";
  EXPECT_DEATH(abort(), "");
}

}  // namespace
