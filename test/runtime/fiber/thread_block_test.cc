#include "runtime/fiber/thread_block.h"

#include <ctype.h>
#include <errno.h>
#include <gtest/gtest.h>
#include <locale.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>

namespace detsim::runtime {
namespace {

thread_local int initialized = 7;
thread_local int zero;
alignas(64) thread_local char aligned[64];

// What a thread that has nothing but `block` finds and leaves. A call, so that
// no address of a thread-local is kept from before.
__attribute__((noinline)) bool FindsAFreshThread() {
  bool fresh = initialized == 7 && zero == 0 && errno == 0 &&
               reinterpret_cast<uintptr_t>(aligned) % 64 == 0;
  uselocale(LC_GLOBAL_LOCALE);
  fresh = fresh && isalpha('x') != 0;
  initialized = zero = errno = 5;
  memset(aligned, 5, sizeof aligned);
  return fresh;
}

class ThreadBlockTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(PrepareThreadBlocks(), nullptr); }
};

// Runs `function` as a thread with a block of its own.
template <typename Function>
auto OnBlock(void* block, Function function) {
  void* mine = CurrentThreadBlock();
  UseThreadBlock(block);
  auto result = function();
  UseThreadBlock(mine);
  return result;
}

TEST_F(ThreadBlockTest, EachHasItsOwnVariables) {
  errno = 3;
  initialized = 8;
  for (int i = 0; i < 2; ++i) {
    void* block = CreateThreadBlock();
    EXPECT_TRUE(OnBlock(block, &FindsAFreshThread));
    EXPECT_EQ(OnBlock(block, [] { return initialized + zero; }), 10);
    DestroyThreadBlock(block);
  }
  EXPECT_EQ(errno, 3);
  EXPECT_EQ(initialized, 8);
  EXPECT_EQ(zero, 0);
  initialized = 7;
}

TEST_F(ThreadBlockTest, MemoryGoesBetweenThem) {
  void* block = CreateThreadBlock();
  void* theirs = OnBlock(block, [] { return malloc(1000); });
  free(theirs);
  void* ours = malloc(1000);
  EXPECT_TRUE(OnBlock(block, [ours] {
    free(ours);
    return true;
  }));
  DestroyThreadBlock(block);
}

TEST_F(ThreadBlockTest, ShortThreadsLeaveNothing) {
  auto run = [] {
    void* block = CreateThreadBlock();
    OnBlock(block, [] {
      free(malloc(200));
      free(malloc(3000));
      return true;
    });
    DestroyThreadBlock(block);
  };
  for (int i = 0; i < 10; ++i) run();
  size_t before = mallinfo2().uordblks;
  for (int i = 0; i < 10'000; ++i) run();
  EXPECT_LT(mallinfo2().uordblks, before + 10'000);
}

TEST_F(ThreadBlockTest, AThreadCanFork) {
  void* block = CreateThreadBlock();
  void* other = CreateThreadBlock();
  pid_t pid = OnBlock(block, [other] {
    pid_t child = fork();
    if (child == 0) {
      RenewThreadId(other);
      DestroyThreadBlock(other);
      free(malloc(100));
      _exit(initialized);
    }
    return child;
  });
  int status = 0;
  ASSERT_EQ(waitpid(pid, &status, 0), pid);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
  DestroyThreadBlock(block);
  DestroyThreadBlock(other);
}

}  // namespace
}  // namespace detsim::runtime
