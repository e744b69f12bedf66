// expect: passed
// trials: 1000
//
// Asks for the static before it takes the mutex.
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
    Instance();
    std::lock_guard<std::recursive_mutex> lock(registry);
  });
  one.join();
  two.join();
  EXPECT_EQ(Instance().users, 1);
}

}  // namespace
