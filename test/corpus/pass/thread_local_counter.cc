// expect: passed
// trials: 1000
//
// One counter for all threads.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

namespace {

int NextId() {
  static std::atomic<int> next{0};
  return ++next;
}

TEST(ThreadLocalCounter, IdsAreUnique) {
  std::mutex mutex;
  std::set<int> ids;
  auto draw = [&] {
    const int id = NextId();
    std::lock_guard<std::mutex> lock(mutex);
    ids.insert(id);
  };
  std::thread one(draw);
  std::thread two(draw);
  one.join();
  two.join();
  EXPECT_EQ(ids.size(), 2u);
}

}  // namespace
