// expect: passed
// trials: 2000
// flags: --preempt=memory
//
// The counter is atomic.
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

TEST(StaticLocalCounter, IdsAreUnique) {
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
