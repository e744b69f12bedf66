#include "runtime/explore/check.h"

#include <gtest/gtest.h>

namespace detsim::runtime {
namespace {

RunResult RunOf(uint64_t seed, uint64_t hash, Verdict verdict) {
  RunResult result;
  result.summary.seed = seed;
  result.summary.trace_hash = hash;
  result.summary.verdict = verdict;
  return result;
}

TEST(CheckTest, EqualRunsHaveNoDifference) {
  std::vector<RunResult> runs = {RunOf(1, 5, Verdict::kPassed),
                                 RunOf(2, 6, Verdict::kCrash)};
  EXPECT_TRUE(CompareRuns(runs, runs).empty());
}

TEST(CheckTest, NamesTheSeedAndTheHashes) {
  auto differences = CompareRuns({RunOf(3, 0x10, Verdict::kPassed)},
                                 {RunOf(3, 0x20, Verdict::kPassed)});
  ASSERT_EQ(differences.size(), 1u);
  EXPECT_EQ(differences[0].seed, 3u);
  EXPECT_EQ(differences[0].what,
            "trace hash 0000000000000010 against 0000000000000020");
}

TEST(CheckTest, VerdictsComeFirst) {
  auto differences = CompareRuns({RunOf(3, 1, Verdict::kPassed)},
                                 {RunOf(3, 2, Verdict::kHang)});
  ASSERT_EQ(differences.size(), 1u);
  EXPECT_EQ(differences[0].what, "passed against hang");
}

TEST(CheckTest, MissingRunIsADifference) {
  auto differences = CompareRuns(
      {RunOf(3, 1, Verdict::kPassed), RunOf(4, 1, Verdict::kPassed)},
      {RunOf(3, 1, Verdict::kPassed)});
  ASSERT_EQ(differences.size(), 1u);
  EXPECT_EQ(differences[0].seed, 4u);
}

}  // namespace
}  // namespace detsim::runtime
