// What a run was asked, as a worker tells it when it is asked to log that.
#include "runtime/choice/decision_log.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "test/runtime/worker/programs.h"
#include "test/runtime/worker/worker_client.h"

namespace detsim::runtime {
namespace {

class DecisionLogTest : public testing::TestWithParam<uint64_t> {
 protected:
  // A run of three threads, drawn from the seed, and its replay.
  void SetUp() override {
    RunRequest request;
    request.arguments = {"threads"};
    request.strategy = "random";
    request.first_seed = GetParam();
    drawn_ = worker_.Run(request)[0];
    request.strategy = "replay";
    request.choices = drawn_.choices;
    replayed_ = worker_.Run(request)[0];
    request.log_decisions = true;
    logged_ = worker_.Run(request)[0];
  }

  WorkerClient worker_{&ProgramMain};
  RunResult drawn_, replayed_, logged_;
};

TEST_P(DecisionLogTest, IsKeptOnlyWhenAskedFor) {
  EXPECT_TRUE(replayed_.decisions.empty());
  EXPECT_FALSE(logged_.decisions.empty());
}

TEST_P(DecisionLogTest, DoesNotChangeTheRun) {
  EXPECT_EQ(logged_.summary.trace_hash, drawn_.summary.trace_hash);
  EXPECT_EQ(logged_.choices, drawn_.choices);
}

TEST_P(DecisionLogTest, KnowsTheCallersOfOperations) {
  EXPECT_TRUE(replayed_.caller_chains.empty());
  ASSERT_FALSE(logged_.caller_chains.empty());
  for (const DecisionEntry& entry : logged_.decisions) {
    if (entry.pc != 0) EXPECT_FALSE(logged_.Callers(entry.callers).empty());
  }
}

TEST_P(DecisionLogTest, NamesEachChoiceOnce) {
  ASSERT_FALSE(drawn_.choices.empty());
  for (const Choice& choice : drawn_.choices) {
    auto asked = std::ranges::count_if(
        logged_.decisions, [&](const DecisionEntry& entry) {
          return entry.type != DecisionEntry::kOperation &&
                 entry.key == choice.key;
        });
    EXPECT_EQ(asked, 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, DecisionLogTest,
                         testing::Range<uint64_t>(1, 21));

}  // namespace
}  // namespace detsim::runtime
