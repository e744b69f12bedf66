// expect: deadlock
// trials: 1000
//
// Two mutexes taken in opposite orders by two threads.
#include <gtest/gtest.h>

#include <mutex>
#include <thread>

namespace {

TEST(Abba, BothTransfersEnd) {
  std::mutex a, b;
  int total = 0;
  std::thread one([&] {
    std::lock_guard<std::mutex> first(a);
    std::lock_guard<std::mutex> second(b);
    ++total;
  });
  std::thread two([&] {
    std::lock_guard<std::mutex> first(b);
    std::lock_guard<std::mutex> second(a);
    ++total;
  });
  one.join();
  two.join();
  EXPECT_EQ(total, 2);
}

}  // namespace
