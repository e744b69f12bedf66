#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runtime/strategy/strategies.h"
#include "test/runtime/strategy/model.h"

namespace detsim::runtime {
namespace {

int shared;
int others[3];

// What a counting run of threads with so many events on `shared` leaves.
std::unique_ptr<RunStart> Counted(const std::vector<uint16_t>& events) {
  auto start = std::make_unique<RunStart>();
  Profile& profile = start->profile;
  profile.runs = 1;
  profile.object_count = 1;
  profile.objects[0].address = reinterpret_cast<uint64_t>(&shared);
  profile.key_count = static_cast<uint32_t>(events.size());
  for (uint32_t i = 0; i < events.size(); ++i) {
    profile.keys[i] = ChildThreadKey(kMainThreadKey, i);
    profile.objects[0].events[i] = events[i];
  }
  return start;
}

// Pearson's chi-square of equal chances.
double ChiSquare(const std::map<std::string, int>& counts, int outcomes,
                 int runs) {
  double expected = static_cast<double>(runs) / outcomes;
  double sum = 0;
  for (const auto& [outcome, count] : counts) {
    sum += (count - expected) * (count - expected) / expected;
  }
  return sum + (outcomes - static_cast<int>(counts.size())) * expected;
}

// Three threads with 2, 3 and 2 events on one object can interleave in
// 7!/(2! 3! 2!) = 210 ways.
TEST(SurwTest, OrdersOfTheChosenEventsAreUniform) {
  std::vector<std::vector<PendingOperation>> programs;
  for (size_t events : {2, 3, 2}) {
    programs.emplace_back(events, Access(&shared, 1, true));
  }
  auto start = Counted({2, 3, 2});
  constexpr int kRuns = 210 * 100;
  std::map<std::string, int> counts;
  for (start->seed = 1; start->seed <= kRuns; ++start->seed) {
    ++counts[RunEvents(SurwStrategy(), *start, programs)];
  }
  EXPECT_EQ(counts.size(), 210u);
  // 209 degrees of freedom: above 320 once in a million.
  EXPECT_LT(ChiSquare(counts, 210, kRuns), 320);
}

// Other events, of which the threads have very different numbers, do not
// change that: the orders of two events each are 4!/(2! 2!) = 6.
TEST(SurwTest, OtherEventsDoNotMatter) {
  std::vector<std::vector<PendingOperation>> programs(2);
  auto add = [&](int thread, int padding) {
    for (int i = 0; i < padding; ++i) {
      programs[thread].push_back(Access(&others[thread], 2, true));
    }
    programs[thread].push_back(Access(&shared, 1, true));
  };
  add(0, 0);
  add(0, 1);
  add(1, 17);
  add(1, 5);
  auto start = Counted({2, 2});
  constexpr int kRuns = 6 * 1000;
  std::map<std::string, int> counts;
  for (start->seed = 1; start->seed <= kRuns; ++start->seed) {
    std::string order;
    int events[2] = {};
    for (char thread : RunEvents(SurwStrategy(), *start, programs)) {
      int i = thread - 'a';
      if (programs[i][events[i]++].object == &shared) order += thread;
    }
    ++counts[order];
  }
  EXPECT_EQ(counts.size(), 6u);
  // 5 degrees of freedom: above 36 once in a million.
  EXPECT_LT(ChiSquare(counts, 6, kRuns), 36);
}

// A random walk meets this order once in 2^11 runs.
TEST(SurwTest, ALongThreadIsOftenPastByAShortOne) {
  std::vector<std::vector<PendingOperation>> programs = {
      std::vector<PendingOperation>(11, Access(&shared, 1, true)),
      std::vector<PendingOperation>(1, Access(&shared, 2, true))};
  auto start = Counted({11, 1});
  int last = 0;
  for (start->seed = 1; start->seed <= 1200; ++start->seed) {
    last += RunEvents(SurwStrategy(), *start, programs).back() == 'b' ? 1 : 0;
  }
  EXPECT_NEAR(last, 100, 50);
}

TEST(SurwTest, NobodyWaitsForEverForAThreadThatDoesNotCome) {
  // The profile knows of a third thread with events; this run has none.
  auto start = Counted({1, 1, 5});
  std::vector<std::vector<PendingOperation>> programs(
      2, std::vector<PendingOperation>(3, Access(&shared, 1, true)));
  for (start->seed = 1; start->seed <= 100; ++start->seed) {
    EXPECT_EQ(RunEvents(SurwStrategy(), *start, programs).size(), 6u);
  }
}

}  // namespace
}  // namespace detsim::runtime
