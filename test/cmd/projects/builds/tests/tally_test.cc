#include "tally/tally.h"

#include <gtest/gtest.h>

#include <thread>

#include "limit.h"
#include "once.h"

namespace {

TEST(TallyTest, AddsUp) {
  tally::Tally tally;
  std::thread first([&] { tally.Add(); });
  std::thread second([&] { tally.Add(); });
  first.join();
  second.join();
  EXPECT_EQ(tally.value(), 2);
}

TEST(TallyTest, KeepsTheLimit) {
  std::thread other([] {
    std::lock_guard<std::mutex> lock(limit_mutex);
    CallCount();
  });
  {
    std::lock_guard<std::mutex> lock(limit_mutex);
    CallCount();
  }
  other.join();
  EXPECT_EQ(CallCount(), kLimit + 1);
}

}  // namespace
