#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "runtime/strategy/strategies.h"
#include "test/runtime/strategy/model.h"

namespace detsim::runtime {
namespace {

constexpr uint64_t kSeeds = 20'000;

int shared[2];
int local[2];

// How often, in kSeeds runs, the events of `programs` happen in `order`.
double Share(const std::vector<std::vector<PendingOperation>>& programs,
             const std::string& order) {
  uint64_t hits = 0;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    if (RunEvents(PosStrategy(), {.seed = seed}, programs) == order) ++hits;
  }
  return static_cast<double>(hits) / kSeeds;
}

// Five standard deviations: less than one in a million by chance.
double Tolerance(double share) {
  return 5 * std::sqrt(share * (1 - share) / kSeeds);
}

// Without conflicts a thread's n events all come before another's first one
// when this one has the lowest of n + 1 priorities: 1/(n+1). A random walk
// needs 2^-n.
TEST(PosTest, AnEventIsTheLastOfNWithOneChanceInN) {
  std::vector<PendingOperation> many(9, Access(&local[0], 1, true));
  std::vector<PendingOperation> one(1, Access(&local[1], 2, true));
  double expected = 1.0 / 10;
  EXPECT_NEAR(Share({many, one}, "aaaaaaaaab"), expected, Tolerance(expected));
}

// When a's first write has come before the read, both the read and the second
// write are new draws.
TEST(PosTest, ConflictingEventsAreDrawnAnew) {
  std::vector<PendingOperation> writes(2, Access(&shared[0], 1, true));
  std::vector<PendingOperation> read(1, Access(&shared[0], 2, false));
  EXPECT_NEAR(Share({writes, read}, "baa"), 0.5, Tolerance(0.5));
  EXPECT_NEAR(Share({writes, read}, "aba"), 0.25, Tolerance(0.25));
  EXPECT_NEAR(Share({writes, read}, "aab"), 0.25, Tolerance(0.25));
}

// Without a conflict the read is last when its one draw is the lowest of three.
TEST(PosTest, OthersKeepTheirPriority) {
  std::vector<PendingOperation> writes(2, Access(&local[0], 1, true));
  std::vector<PendingOperation> read(1, Access(&local[1], 2, false));
  double third = 1.0 / 3;
  EXPECT_NEAR(Share({writes, read}, "baa"), 0.5, Tolerance(0.5));
  EXPECT_NEAR(Share({writes, read}, "aab"), third, Tolerance(third));
}

TEST(PosTest, WhoYieldsComesLast) {
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    PosStrategy().BeginRun({.seed = seed});
    Candidate threads[2];
    for (uint32_t i = 0; i < 2; ++i) threads[i].index = i;
    Candidate* ready[] = {&threads[1]};
    SchedulingPoint point = {.current = &threads[0],
                             .ready = ready,
                             .ready_count = 1,
                             .current_yields = true};
    EXPECT_EQ(point[PosStrategy().PickThread(point)], &threads[1]);
  }
}

}  // namespace
}  // namespace detsim::runtime
