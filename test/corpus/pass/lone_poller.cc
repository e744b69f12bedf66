// expect: passed
// trials: 10
//
// A thread that nobody else can run beside looks at an empty queue, many times,
// and then gives up: no livelock.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

TEST(LonePoller, GivesUp) {
  std::atomic<int> head{0};
  std::atomic<int> tail{0};
  int found = 0;
  std::thread consumer([&] {
    for (int i = 0; i < 1'500'000; ++i) {
      if (head != tail) ++found;
    }
  });
  consumer.join();
  EXPECT_EQ(found, 0);
}

}  // namespace
