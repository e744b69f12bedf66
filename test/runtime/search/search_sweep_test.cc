// Sweeps whose runs a search directs.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "runtime/explore/confirm.h"
#include "runtime/explore/minimize.h"
#include "runtime/explore/sweep.h"
#include "test/runtime/search/search_programs.h"
#include "test/runtime/worker/worker_client.h"

namespace detsim::runtime {
namespace {

class WorkerOfTest : public Executor {
 public:
  WorkerOfTest() : worker_(&SearchProgramMain) {}
  std::optional<std::vector<RunResult>> Run(
      const RunRequest& request) override {
    return worker_.Run(request);
  }
  std::string error() const override { return ""; }

 private:
  WorkerClient worker_;
};

class Classifier : public FailureClassifier {
 public:
  Verdict Judge(const RunResult& result) override {
    return result.summary.verdict;
  }
  FailureIdentity Identify(const RunResult& result) override {
    return {.kind = result.summary.verdict, .message = result.message};
  }
};

SweepOptions Options(const std::string& program, const std::string& argument) {
  SweepOptions options;
  options.arguments = {program, argument};
  options.max_failures = 0;
  return options;
}

// Hands out up to `ahead` batches before the first of them is absorbed.
SweepResult SweepOver(const SweepOptions& options, size_t ahead = 1) {
  WorkerOfTest worker;
  Classifier classifier;
  Sweep sweep(options, &classifier);
  while (!sweep.finished() && !testing::Test::HasFailure()) {
    std::vector<SweepBatch> batches;
    while (batches.size() < ahead) {
      auto batch = sweep.NextBatch();
      if (!batch) break;
      batches.push_back(std::move(*batch));
    }
    if (batches.empty()) break;
    std::reverse(batches.begin(), batches.end());
    for (const SweepBatch& batch : batches)
      sweep.Absorb(batch, *worker.Run(batch.request));
  }
  return sweep.TakeResult();
}

TEST(SearchSweepTest, DfsEndsTheSweepWhenNothingIsLeft) {
  SweepOptions options = Options("writers", "3");
  options.strategy = "dfs";
  SweepResult result = SweepOver(options);
  ASSERT_TRUE(result.search);
  EXPECT_TRUE(result.search->exhausted);
  EXPECT_EQ(result.search->schedules, 6u);
  EXPECT_EQ(result.search->runs, result.runs);
  EXPECT_LT(result.runs, 30u);
}

TEST(SearchSweepTest, TrialsBoundASearch) {
  SweepOptions options = Options("micro", "3");
  options.strategy = "bounded";
  options.trials = 150;
  SweepResult result = SweepOver(options);
  ASSERT_TRUE(result.search);
  EXPECT_FALSE(result.search->exhausted);
  EXPECT_EQ(result.runs, 150u);
  EXPECT_EQ(result.search->bound, 1);
}

TEST(SearchSweepTest, ResultDoesNotDependOnTheOrderOfArrival) {
  SweepOptions options = Options("micro", "2");
  options.strategy = "dfs";
  SweepResult alone = SweepOver(options);
  SweepResult many = SweepOver(options, 6);
  EXPECT_TRUE(alone.search->exhausted);
  EXPECT_EQ(alone.runs, many.runs);
  EXPECT_EQ(alone.decisions, many.decisions);
  EXPECT_EQ(alone.search->schedules, many.search->schedules);
}

TEST(SearchSweepTest, ASmallTestIsProvedAmongItsSeeds) {
  for (const char* strategy : {"portfolio", "random"}) {
    SweepOptions options = Options("sections", "2");
    options.strategy = strategy;
    options.exhaust = true;
    SweepResult result = SweepOver(options);
    ASSERT_TRUE(result.search);
    EXPECT_TRUE(result.search->exhausted);
    EXPECT_EQ(result.search->schedules, 6u);
    // Seeds vary what the search has held fixed, so none is saved.
    EXPECT_FALSE(result.search->held_fixed.empty());
    EXPECT_EQ(result.runs, options.trials);
  }
}

TEST(SearchSweepTest, ASearchWithinASweepDoesNotDependOnTheOrderOfArrival) {
  SweepOptions options = Options("micro", "3");
  options.strategy = "portfolio";
  options.exhaust = true;
  SweepResult alone = SweepOver(options);
  SweepResult many = SweepOver(options, 6);
  EXPECT_EQ(alone.runs, many.runs);
  EXPECT_EQ(alone.decisions, many.decisions);
  EXPECT_EQ(alone.distinct, many.distinct);
  EXPECT_EQ(alone.search->runs, many.search->runs);
}

TEST(SearchSweepTest, WhatFailsIsNotSearched) {
  SweepOptions options = Options("locks_in_two_orders", "0");
  options.strategy = "portfolio";
  options.exhaust = true;
  options.trials = 400;
  SweepResult result = SweepOver(options);
  EXPECT_FALSE(result.failures.empty());
  EXPECT_FALSE(result.search);
  EXPECT_EQ(result.runs, 400u);
}

TEST(SearchSweepTest, ASearchThatDoesNotEndLeavesTheOtherTrialsToTheSeeds) {
  SweepOptions options = Options("micro", "3");
  options.exhaust = true;
  options.trials = 200;
  SweepResult result = SweepOver(options);
  ASSERT_TRUE(result.search);
  EXPECT_FALSE(result.search->exhausted);
  EXPECT_EQ(result.search->runs, 200 / Sweep::kSearchShare);
  EXPECT_EQ(result.runs, 200u);
}

TEST(SearchSweepTest, FailuresOfASearchAreConfirmedByTheirChoices) {
  for (const char* strategy : {"dfs", "bounded"}) {
    SweepOptions options = Options("locks_in_two_orders", "0");
    options.strategy = strategy;
    options.trials = 100;
    SweepResult result = SweepOver(options);
    ASSERT_EQ(result.failures.size(), 1u);
    const SweepFailure& failure = result.failures[0];
    EXPECT_EQ(failure.strategy, strategy);
    WorkerOfTest worker;
    Classifier classifier;
    auto confirmation = Confirm(failure, &worker, &classifier);
    ASSERT_TRUE(confirmation);
    EXPECT_EQ(confirmation->status, Confirmed::kReplays)
        << confirmation->difference;
    EXPECT_EQ(confirmation->request.strategy, "replay");
  }
}

// The most unusual choices that are left of what fails among some seeds.
size_t MostLeft(const MinimizeOptions& options) {
  WorkerOfTest worker;
  Classifier classifier;
  size_t most = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    RunRequest request;
    request.arguments = {"stores_out_of_order", "0"};
    request.first_seed = seed;
    request.fork_each = true;
    RunResult run = worker.Run(request)->back();
    if (!IsFailure(classifier.Judge(run))) continue;
    auto minimized = Minimize(request, run, classifier.Identify(run), options,
                              &worker, &classifier);
    EXPECT_TRUE(minimized && minimized->one_minimal) << seed;
    if (minimized) most = std::max(most, minimized->result.choices.size());
  }
  return most;
}

TEST(MinimizeTest, ASearchFromBelowLeavesALocalMinimum) {
  EXPECT_EQ(MostLeft({}), 1u);
  EXPECT_GT(MostLeft({.below_runs = 0}), 1u);
}

}  // namespace
}  // namespace detsim::runtime
