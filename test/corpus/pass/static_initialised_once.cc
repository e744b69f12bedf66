// expect: passed
// trials: 3000
//
// A function-local static is initialised once, whoever comes first, and
// everybody else waits until it is.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace {

std::atomic<int> built{0};

struct Table {
  Table() {
    std::lock_guard<std::mutex> lock(mutex);
    ++built;
    ready = true;
  }
  std::mutex mutex;
  bool ready = false;
};

Table& Instance() {
  static Table table;
  return table;
}

TEST(StaticInitialisedOnce, EverybodySeesItReady) {
  auto use = [] { EXPECT_TRUE(Instance().ready); };
  std::thread one(use);
  std::thread two(use);
  one.join();
  two.join();
  EXPECT_EQ(built, 1);
}

}  // namespace
