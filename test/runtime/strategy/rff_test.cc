#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "runtime/strategy/strategies.h"
#include "test/runtime/strategy/model.h"

namespace detsim::runtime {
namespace {

int a, b;
enum Place : uintptr_t { kWriteA = 1, kWriteB, kReadA, kReadB };

// As reorder_N: writers set a, then b; one thread reads a, then b. The bug is
// to see a set and b not.
std::vector<std::vector<PendingOperation>> Reorder(int writers) {
  std::vector<std::vector<PendingOperation>> programs(
      writers, {Access(&a, kWriteA, true), Access(&b, kWriteB, true)});
  programs.push_back({Access(&a, kReadA, false), Access(&b, kReadB, false)});
  return programs;
}

bool IsBug(const std::string& order) {
  char reader = *std::max_element(order.begin(), order.end());
  std::vector<int> events(256);
  bool a_set = false, b_set = false, saw_a = false;
  for (char thread : order) {
    bool first = events[static_cast<size_t>(thread)]++ == 0;
    if (thread != reader) {
      (first ? a_set : b_set) = true;
    } else if (first) {
      saw_a = a_set;
    } else {
      return saw_a && !b_set;
    }
  }
  return false;
}

int Bugs(ChoiceSource& source, RunStart* start, int writers) {
  int bugs = 0;
  for (start->seed = 1; start->seed <= 1000; ++start->seed) {
    bugs += IsBug(RunEvents(source, *start, Reorder(writers))) ? 1 : 0;
  }
  return bugs;
}

std::unique_ptr<RunStart> KnowingThePairs() {
  auto start = std::make_unique<RunStart>();
  start->profile.runs = 1;
  start->profile.pair_count = 2;
  start->profile.pairs[0] = {kReadA, kWriteA};
  start->profile.pairs[1] = {kReadB, kWriteB};
  return start;
}

// Each read has two sources; both right, and no other constraint in the way:
// at least one run in ten, whatever the number of writers.
TEST(RffTest, TwoReadsFromAreMetHoweverManyThreadsThereAre) {
  auto start = KnowingThePairs();
  EXPECT_GT(Bugs(RffStrategy(), start.get(), 3), 100);
  int bugs = Bugs(RffStrategy(), start.get(), 20);
  EXPECT_GT(bugs, 100);
  EXPECT_GT(bugs, 3 * Bugs(PosStrategy(), start.get(), 20));
}

TEST(RffTest, AKeptScheduleIsUsedAgain) {
  auto start = KnowingThePairs();
  int without = Bugs(RffStrategy(), start.get(), 9);
  start->profile.corpus_count = 1;
  start->profile.corpus[0] = {.count = 2,
                              .reads = {{kReadA, kWriteA}, {kReadB, 0}}};
  EXPECT_GT(Bugs(RffStrategy(), start.get(), 9), without);
}

TEST(RffTest, WhatCannotBeHadIsDropped) {
  // The only thread that could write waits for the read of the same thread.
  auto start = KnowingThePairs();
  std::vector<std::vector<PendingOperation>> programs = {
      {Access(&b, kReadB, false), Access(&b, kWriteB, true)},
      {Access(&a, 9, true)}};
  for (start->seed = 1; start->seed <= 100; ++start->seed) {
    EXPECT_EQ(RunEvents(RffStrategy(), *start, programs).size(), 3u);
  }
}

}  // namespace
}  // namespace detsim::runtime
