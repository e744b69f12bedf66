// expect: assertion
// trials: 1000
//
// A plain store, decided on an old value, overwrites a concurrent compare-
// exchange: the index goes back.
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
    if (index.load() < 3) {
      index.store(3);
    }
  });
  fast.join();
  const int after_fast = index;
  slow.join();
  EXPECT_GE(index, after_fast);
}

}  // namespace
