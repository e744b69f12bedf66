// expect: deadlock
// trials: 1000
//
// The initialiser of a function-local static takes a mutex that another thread
// holds while it waits for the static.
#include <gtest/gtest.h>

#include <mutex>
#include <thread>

namespace {

std::recursive_mutex registry;

struct Logger {
  Logger() {
    std::lock_guard<std::recursive_mutex> lock(registry);
    ++users;
  }
  int users = 0;
};

Logger& Instance() {
  static Logger logger;
  return logger;
}

TEST(StaticGuardAndMutex, BothEnd) {
  std::thread one([] { Instance(); });
  std::thread two([] {
    std::lock_guard<std::recursive_mutex> lock(registry);
    Instance();
  });
  one.join();
  two.join();
  EXPECT_EQ(Instance().users, 1);
}

}  // namespace
