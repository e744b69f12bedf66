// expect: passed
// trials: 2000
// flags: --preempt=memory
//
// The count is atomic.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

struct Shared {
  std::atomic<int> references{3};
  bool freed = false;
};

void Release(Shared* shared) {
  if (--shared->references == 0) shared->freed = true;
}

TEST(RefcountPlain, LastReleaseFrees) {
  Shared shared;
  std::thread one([&shared] { Release(&shared); });
  std::thread two([&shared] { Release(&shared); });
  one.join();
  two.join();
  Release(&shared);
  EXPECT_TRUE(shared.freed);
}

}  // namespace
