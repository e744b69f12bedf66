#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "runtime/strategy/strategies.h"
#include "test/runtime/strategy/model.h"

namespace detsim::runtime {
namespace {

RunStart Start(uint64_t seed, uint64_t steps) {
  return {.seed = seed, .profile = {.steps = steps}};
}

// The place of the `n`-th step (from 1) of `thread` in `order`.
size_t Place(const std::string& order, char thread, int n) {
  size_t place = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i] == thread && --n == 0) place = i;
  }
  return place;
}

// A bug of depth 2 (two ordering constraints): thread "b" passes its third
// step between the fifth and the sixth of "a".
bool HasBug(const std::string& order) {
  size_t third = Place(order, 'b', 3);
  return Place(order, 'a', 5) < third && third < Place(order, 'a', 6);
}

TEST(PctTest, ABugOfDepthTwoIsFoundWithTheProbabilityOfThePaper) {
  // Theorem 9 there: at least 1 / (n * k^(d-1)) with n threads, k steps and
  // depth d. Ours cycles through depths 2 to 5, which must not lose that.
  // Seeds are fixed: the share is a number, not a chance.
  struct Program {
    int threads;
    int steps_each;
  };
  for (Program program : {Program{2, 10}, Program{4, 10}, Program{8, 25}}) {
    std::vector<int> steps(static_cast<size_t>(program.threads),
                           program.steps_each);
    auto k = static_cast<uint64_t>(program.threads * program.steps_each);
    constexpr int kSeeds = 20'000;
    int found = 0;
    for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
      if (HasBug(RunModel(PctStrategy(), Start(seed, k), steps))) ++found;
    }
    double bound = kSeeds / (program.threads * static_cast<double>(k));
    EXPECT_GE(found, bound) << program.threads << " threads";
  }
}

TEST(PctTest, PreemptsOnlyAtItsChangePoints) {
  // Depth d has d - 1 of them; two may fall together.
  std::vector<int> steps = {10, 10, 10, 10};
  std::set<int> seen;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    std::string order = RunModel(PctStrategy(), Start(seed, 40), steps);
    int change_points = 1 + static_cast<int>((seed + seed / 16) % 4);
    int preemptions = Preemptions(order, steps);
    EXPECT_LE(preemptions, change_points) << seed << " " << order;
    seen.insert(preemptions);
  }
  EXPECT_EQ(seen, (std::set<int>{0, 1, 2, 3, 4}));
}

TEST(PctTest, EveryThreadMayComeFirst) {
  std::map<char, int> first;
  for (uint64_t seed = 1; seed <= 4000; ++seed) {
    ++first[RunModel(PctStrategy(), Start(seed, 40), {10, 10, 10, 10})[0]];
  }
  // 1,000 expected each, standard deviation 27; the decision before the first
  // step may be a change point as well, of the main thread.
  for (char thread : {'a', 'b', 'c', 'd'}) {
    EXPECT_NEAR(first[thread], 1000, 140) << thread;
  }
}

TEST(PctTest, AThreadThatYieldsDropsToTheBottom) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    PctStrategy().BeginRun(Start(seed, 1'000'000));
    Candidate threads[3];
    Candidate* ready[] = {&threads[1], &threads[2]};
    SchedulingPoint point = {
        .current = &threads[0], .ready = ready, .ready_count = 2};
    point.current_yields = true;
    EXPECT_LT(PctStrategy().PickThread(point), 2u);  // The last is itself.
    point.current_yields = false;
    EXPECT_NE(PctStrategy().PickThread(point), 0u);
  }
}

TEST(PctTest, SpendsNoChangePointOnAccessesThatItDoesNotKnowOf) {
  PctStrategy().BeginRun(Start(1, 10));
  EXPECT_EQ(PctStrategy().AccessGap({}, 0), kNoAccessGap);
}

TEST(PctTest, SpendsTwoChangePointsOnAccesses) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    PctStrategy().BeginRun(
        {.seed = seed, .profile = {.steps = 10, .accesses = 1000}});
    Candidate threads[2];
    Candidate* ready[] = {&threads[1]};
    uint64_t accesses = 0;
    int points = 0;
    uint64_t gap;
    while ((gap = PctStrategy().AccessGap(threads[0], accesses)) !=
           kNoAccessGap) {
      accesses += gap;
      ++points;
      // The running thread drops: the other one runs.
      threads[0].strategy_word = 1 << 30;
      uint32_t option =
          PctStrategy().PickThread({.key = {.stream = Stream::kAccess},
                                    .current = &threads[0],
                                    .ready = ready,
                                    .ready_count = 1});
      EXPECT_EQ(option, 1u);
    }
    EXPECT_LE(accesses, 1000u);
    EXPECT_GE(points, 1);
    EXPECT_LE(points, 2);
  }
}

TEST(PctTest, AChangePointThatWasPassedIsGone) {
  PctStrategy().BeginRun(
      {.seed = 1, .profile = {.steps = 10, .accesses = 1000}});
  EXPECT_NE(PctStrategy().AccessGap({}, 0), kNoAccessGap);
  EXPECT_EQ(PctStrategy().AccessGap({}, 1001), kNoAccessGap);
}

// A thread of high priority that goes on for a hundred times as long as runs
// were expected to be: the other one is not kept waiting until it ends.
TEST(PctTest, ARunThatIsMuchTooLongIsFair) {
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    std::string order = RunModel(PctStrategy(), Start(seed, 100), {10'000, 5});
    EXPECT_LT(Place(order, 'b', 5), 5000u) << seed;
  }
}

}  // namespace
}  // namespace detsim::runtime
