// expect: passed
// trials: 1000
//
// The second thread takes both with std::lock, which backs off.
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
    std::lock(b, a);
    std::lock_guard<std::mutex> first(b, std::adopt_lock);
    std::lock_guard<std::mutex> second(a, std::adopt_lock);
    ++total;
  });
  one.join();
  two.join();
  EXPECT_EQ(total, 2);
}

}  // namespace
