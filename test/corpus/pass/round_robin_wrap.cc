// expect: passed
// trials: 2000
//
// One operation that never wraps; the slot is its remainder.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <thread>

namespace {

class RoundRobin {
 public:
  std::size_t Next() { return next_.fetch_add(1) % kSlots; }

  static constexpr std::size_t kSlots = 2;

 private:
  std::atomic<std::size_t> next_{0};
};

TEST(RoundRobinWrap, StaysInRange) {
  RoundRobin round_robin;
  auto ask = [&round_robin] {
    const std::size_t slots = RoundRobin::kSlots;
    for (int i = 0; i < 2; ++i) EXPECT_LT(round_robin.Next(), slots);
  };
  std::thread one(ask);
  std::thread two(ask);
  one.join();
  two.join();
}

}  // namespace
