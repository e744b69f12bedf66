// One test for each way to fail, and for what only looks like it.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

// Runs `body` in a second thread, so that there is something to decide.
template <typename Body>
void InThread(Body body) {
  std::mutex mutex;
  std::thread thread([&] {
    std::lock_guard<std::mutex> lock(mutex);
    body();
  });
  {
    std::lock_guard<std::mutex> lock(mutex);
  }
  thread.join();
}

int* volatile null_pointer = nullptr;

TEST(Fails, Segfault) {
  InThread([] { *null_pointer = 1; });
}
TEST(Fails, Abort) {
  InThread([] { std::abort(); });
}
TEST(Fails, Assert) {
  InThread([] { assert(null_pointer != nullptr); });
}
TEST(Fails, Exit) {
  InThread([] { std::exit(3); });
}
TEST(Fails, ExitsAmidTheTest) {
  InThread([] { std::exit(0); });
}
TEST(Fails, KilledUnderSomeSchedules) {
  std::atomic<int> turn = 0;
  std::thread other([&turn] { turn = 1; });
  if (turn.load() == 1) raise(SIGKILL);
  other.join();
}
TEST(Fails, PrintsControlCharacters) {
  InThread([] { ADD_FAILURE() << "red \033[31m, not UTF-8 \xff"; });
}
TEST(Fails, PrintsFiftyMegabytes) {
  std::thread([] {
    const std::string line(999, 'x');
    for (int i = 0; i < 50000; ++i) puts(line.c_str());
  }).join();
  FAIL() << "the last words";
}
TEST(Fails, QuickExit) {
  InThread([] { std::_Exit(7); });
}
TEST(Fails, LoopsForever) {
  InThread([] {
    // Not one access that would count.
    for (;;) asm volatile("");
  });
}
TEST(Fails, SpinsForever) {
  static std::atomic<bool> stop{false};
  InThread([] {
    while (!stop) {
    }
  });
}
TEST(Fails, ThrowsInTheBody) {
  InThread([] {});
  throw std::runtime_error("boom");
}
TEST(Fails, ThrowsInAThread) {
  InThread([] { throw std::runtime_error("boom"); });
}
TEST(Fails, Expectation) {
  InThread([] { EXPECT_EQ(1, 2) << "they differ"; });
}
TEST(Fails, LockOrder) {
  std::mutex first;
  std::mutex second;
  std::thread thread([&] {
    std::lock_guard<std::mutex> a(second);
    std::lock_guard<std::mutex> b(first);
  });
  {
    std::lock_guard<std::mutex> a(first);
    std::lock_guard<std::mutex> b(second);
  }
  thread.join();
}
// Fails only after other runs in the same process: memory is put back after
// each, what the kernel holds (here the name of the process) is not.
TEST(Fails, CarriedState) {
  char name[16] = {};
  prctl(PR_GET_NAME, name);
  int runs = std::strncmp(name, "run ", 4) == 0 ? std::atoi(name + 4) : 0;
  std::snprintf(name, sizeof name, "run %d", ++runs);
  prctl(PR_SET_NAME, name);
  InThread([] {});
  EXPECT_LT(runs, 15);
}
TEST(Fails, Relock) {
  std::mutex mutex;
  mutex.lock();
  mutex.lock();
}

TEST(Passes, WithAThread) {
  InThread([] {});
}
TEST(Passes, WithoutAnything) { EXPECT_EQ(1, 1); }
TEST(Passes, InVirtualTime) {
  auto begin = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(std::chrono::hours(10));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::hours(10));
}
// The child goes on to the end of main; the runs are its parent's.
TEST(Passes, WithAForkedChildThatReturns) {
  InThread([] {});
  pid_t child = fork();
  if (child == 0) return;
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}
TEST(Skips, Itself) {
  InThread([] {});
  GTEST_SKIP() << "not today";
}
TEST(Skips, DISABLED_Test) { FAIL(); }

class Numbers : public testing::TestWithParam<int> {};
TEST_P(Numbers, AreNotTwo) {
  InThread([] {});
  EXPECT_NE(GetParam(), 2);
}
INSTANTIATE_TEST_SUITE_P(All, Numbers, testing::Values(1, 2));

template <typename T>
class Typed : public testing::Test {};
using Types = testing::Types<int, std::vector<int>>;
TYPED_TEST_SUITE(Typed, Types);
TYPED_TEST(Typed, Works) {
  InThread([] {});
  EXPECT_EQ(TypeParam(), TypeParam());
}

}  // namespace
