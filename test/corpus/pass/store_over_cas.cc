// expect: passed
// trials: 1000
//
// Raises the index only while it is lower.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

TEST(StoreOverCas, IndexNeverGoesBack) {
  std::atomic<int> index{1};
  std::thread fast([&index] {
    int expected = 1;
    index.compare_exchange_strong(expected, 5);
  });
  std::thread slow([&index] {
    int seen = index.load();
    while (seen < 3 && !index.compare_exchange_weak(seen, 3)) {
    }
  });
  fast.join();
  const int after_fast = index;
  slow.join();
  EXPECT_GE(index, after_fast);
}

}  // namespace
