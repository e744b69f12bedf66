// expect: assertion
// trials: 2000
// flags: --preempt=memory
//
// A reference count that is a plain integer: a decrement is lost, and the
// object never goes.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

struct Shared {
  int references = 3;
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
