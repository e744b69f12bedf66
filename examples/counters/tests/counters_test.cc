#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "counters/counter.h"
#include "counters/high_water_mark.h"
#include "counters/registry.h"

namespace counters {
namespace {

TEST(CounterTest, AddsUp) {
  Counter counter;
  counter.Add();
  counter.Add(41);
  EXPECT_EQ(counter.value(), 42);
}

TEST(CounterTest, CountsWhatOtherThreadsAdd) {
  Counter counter;
  std::thread thread([&counter] { counter.Add(3); });
  thread.join();
  counter.Add(4);
  EXPECT_EQ(counter.value(), 7);
}

TEST(CounterTest, CountsEveryThread) {
  Counter counter;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&counter] {
      for (int hits = 0; hits < 20; ++hits) counter.Add();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counter.value(), 160);
}

TEST(HighWaterMarkTest, KeepsTheHighestOfOneThread) {
  HighWaterMark mark;
  for (long value : {3, 7, 5}) mark.Record(value);
  EXPECT_EQ(mark.value(), 7);
}

TEST(HighWaterMarkTest, KeepsTheHighestOfManyThreads) {
  HighWaterMark mark;
  std::vector<std::thread> threads;
  for (long value : {20, 50, 30, 40}) {
    threads.emplace_back([&mark, value] { mark.Record(value); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(mark.value(), 50);
}

TEST(RegistryTest, MakesEachCounterOnce) {
  Registry registry;
  std::thread first([&registry] { registry.counter("requests"); });
  std::thread second([&registry] { registry.counter("requests"); });
  first.join();
  second.join();
  registry.counter("requests").Add(2);
  registry.counter("errors").Add();
  EXPECT_EQ(registry.Snapshot(),
            (std::map<std::string, long>{{"errors", 1}, {"requests", 2}}));
}

}  // namespace
}  // namespace counters
