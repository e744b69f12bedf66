#include "runtime/explore/sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "test/runtime/explore/model_program.h"

namespace detsim::runtime {
namespace {

// Fails when thread 1 does its 5th operation before thread 0 its 3rd.
ModelOptions RacyProgram() {
  ModelOptions options;
  options.judge = [](const std::vector<ModelStep>& steps, int) {
    return IndexOf(steps, 1, 5) < IndexOf(steps, 0, 3) ? Verdict::kAssertion
                                                       : Verdict::kPassed;
  };
  return options;
}

ModelOptions AlwaysEnding(Verdict verdict) {
  ModelOptions options;
  options.judge = [verdict](const std::vector<ModelStep>&, int) {
    return verdict;
  };
  return options;
}

SweepResult RunToTheEnd(Sweep* sweep, ModelProgram* program) {
  while (auto batch = sweep->NextBatch())
    sweep->Absorb(*batch, *program->Run(batch->request));
  EXPECT_TRUE(sweep->finished());
  return sweep->TakeResult();
}

SweepResult SweepOver(ModelOptions program_options, SweepOptions options) {
  ModelProgram program(std::move(program_options));
  ModelClassifier classifier;
  Sweep sweep(std::move(options), &classifier);
  return RunToTheEnd(&sweep, &program);
}

TEST(SweepTest, RunsEverySeedOnceInOrder) {
  ModelProgram program({});
  ModelClassifier classifier;
  Sweep sweep({.first_seed = 7, .trials = 500}, &classifier);
  uint64_t next = 7;
  while (auto batch = sweep.NextBatch()) {
    EXPECT_EQ(batch->request.first_seed, next);
    next += batch->request.count;
    sweep.Absorb(*batch, *program.Run(batch->request));
  }
  EXPECT_EQ(next, 507u);
  EXPECT_EQ(sweep.result().runs, 500u);
  EXPECT_TRUE(sweep.finished());
}

TEST(SweepTest, FirstRunIsAProbeThatSetsTheProfileOfAllOthers) {
  ModelProgram program({.threads = 3, .operations = 20});
  ModelClassifier classifier;
  Sweep sweep({.trials = 100}, &classifier);
  auto probe = sweep.NextBatch();
  ASSERT_TRUE(probe);
  EXPECT_EQ(probe->request.count, 1u);
  EXPECT_EQ(probe->request.profile, Profile());
  EXPECT_FALSE(sweep.NextBatch()) << "nothing before the probe is back";
  sweep.Absorb(*probe, *program.Run(probe->request));
  auto next = sweep.NextBatch();
  ASSERT_TRUE(next);
  EXPECT_EQ(next->request.profile, (Profile{.steps = 60, .threads = 3}));
}

// Hands all batches out first and absorbs them in another order.
SweepResult SweepShuffled(ModelOptions program_options, SweepOptions options,
                          size_t ahead) {
  ModelProgram program(std::move(program_options));
  ModelClassifier classifier;
  Sweep sweep(std::move(options), &classifier);
  while (!sweep.finished()) {
    std::vector<SweepBatch> batches;
    while (batches.size() < ahead) {
      auto batch = sweep.NextBatch();
      if (!batch) break;
      batches.push_back(std::move(*batch));
    }
    if (batches.empty()) break;
    std::reverse(batches.begin(), batches.end());
    for (const SweepBatch& batch : batches)
      sweep.Absorb(batch, *program.Run(batch.request));
  }
  return sweep.TakeResult();
}

TEST(SweepTest, ResultDoesNotDependOnTheOrderOfArrival) {
  SweepOptions options = {.trials = 2000, .max_failures = 15};
  SweepResult alone = SweepOver(RacyProgram(), options);
  SweepResult many = SweepShuffled(RacyProgram(), options, 8);
  EXPECT_EQ(alone.runs, many.runs);
  EXPECT_EQ(alone.failing_runs, many.failing_runs);
  EXPECT_EQ(alone.distinct, many.distinct);
  EXPECT_EQ(alone.decisions, many.decisions);
  ASSERT_EQ(alone.failures.size(), 1u);
  ASSERT_EQ(many.failures.size(), 1u);
  EXPECT_EQ(alone.failures[0].first.summary.seed,
            many.failures[0].first.summary.seed);
  EXPECT_EQ(alone.failures[0].first.choices, many.failures[0].first.choices);
  EXPECT_EQ(alone.failures[0].batch.first_seed,
            many.failures[0].batch.first_seed);
}

// What each batch of a learning sweep is asked to do, when results come back
// one by one or, `ahead` of them, in reverse. Each run tells of its seed.
std::vector<RunRequest> LearningRequests(size_t ahead) {
  ModelProgram program({});
  ModelClassifier classifier;
  Sweep sweep({.strategy = "portfolio", .trials = 3000}, &classifier);
  std::vector<RunRequest> requests;
  while (!sweep.finished()) {
    std::vector<std::pair<SweepBatch, std::vector<RunResult>>> out;
    while (out.size() < ahead) {
      auto batch = sweep.NextBatch();
      if (!batch) break;
      requests.push_back(batch->request);
      std::vector<RunResult> results = *program.Run(batch->request);
      for (RunResult& result : results) {
        result.observation.emplace_back().read_from.Add(result.summary.seed);
      }
      out.emplace_back(std::move(*batch), std::move(results));
    }
    EXPECT_FALSE(out.empty());
    std::reverse(out.begin(), out.end());
    for (auto& [batch, results] : out) {
      sweep.Absorb(batch, std::move(results));
    }
  }
  return requests;
}

TEST(SweepTest, WhatIsLearntDoesNotDependOnTheOrderOfArrival) {
  std::vector<RunRequest> alone = LearningRequests(1);
  std::vector<RunRequest> many = LearningRequests(7);
  ASSERT_EQ(alone.size(), many.size());
  uint64_t next = 1;
  for (size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(alone[i].first_seed, next);
    EXPECT_EQ(many[i].first_seed, next);
    EXPECT_EQ(many[i].count, alone[i].count);
    EXPECT_EQ(many[i].profile, alone[i].profile) << i;
    next += alone[i].count;
  }
  EXPECT_EQ(next, 3001u);
  EXPECT_GT(alone.back().profile.runs, 1000u);
}

TEST(SweepTest, EndsAtTheRunThatReachesMaxFailures) {
  SweepResult result =
      SweepOver(RacyProgram(), {.trials = 5000, .max_failures = 3});
  ASSERT_EQ(result.failures.size(), 1u);
  EXPECT_EQ(result.failures[0].runs_failing, 3u);
  EXPECT_EQ(result.failing_runs, 3u);
  EXPECT_LT(result.runs, 5000u);
}

TEST(SweepTest, MaxFailuresZeroNeverEndsEarly) {
  SweepResult result =
      SweepOver(RacyProgram(), {.trials = 1000, .max_failures = 0});
  EXPECT_EQ(result.runs, 1000u);
  ASSERT_EQ(result.failures.size(), 1u);
  EXPECT_GT(result.failures[0].runs_failing, 20u);
}

TEST(SweepTest, CountsEachIdentityByItself) {
  ModelOptions program = RacyProgram();
  program.place = [](const std::vector<ModelStep>& steps) {
    return static_cast<uint64_t>(steps.front().thread);
  };
  SweepResult result =
      SweepOver(std::move(program), {.trials = 1000, .max_failures = 0});
  ASSERT_GE(result.failures.size(), 2u);
  uint64_t sum = 0;
  std::set<std::string> places;
  for (const SweepFailure& failure : result.failures) {
    sum += failure.runs_failing;
    places.insert(failure.identity.place);
  }
  EXPECT_EQ(sum, result.failing_runs);
  EXPECT_EQ(places.size(), result.failures.size());
}

TEST(SweepTest, FailureKnowsItsFirstRunAndBatch) {
  SweepResult result =
      SweepOver(RacyProgram(), {.first_seed = 100, .trials = 1000});
  ASSERT_EQ(result.failures.size(), 1u);
  const SweepFailure& failure = result.failures[0];
  uint64_t seed = failure.first.summary.seed;
  EXPECT_EQ(failure.runs_to_first, seed - 99);
  EXPECT_GE(seed, failure.batch.first_seed);
  EXPECT_LT(seed, failure.batch.first_seed + failure.batch.count);
}

TEST(SweepTest, TestWithoutDecisionsRunsOnce) {
  SweepResult result = SweepOver({.threads = 1}, {.trials = 1000});
  EXPECT_TRUE(result.sequential);
  EXPECT_EQ(result.runs, 1u);
}

TEST(SweepTest, SkippedTestRunsOnce) {
  SweepResult result =
      SweepOver(AlwaysEnding(Verdict::kSkipped), {.trials = 1000});
  EXPECT_TRUE(result.skipped);
  EXPECT_EQ(result.runs, 1u);
}

TEST(SweepTest, GivesUpAfterAFewInconclusiveRuns) {
  SweepResult result =
      SweepOver(AlwaysEnding(Verdict::kInconclusive), {.trials = 1000});
  EXPECT_EQ(result.inconclusive_runs, Sweep::kInconclusiveMax);
  EXPECT_EQ(result.runs, Sweep::kInconclusiveMax);
}

TEST(SweepTest, GivesUpAfterAFewHangs) {
  SweepResult result =
      SweepOver(AlwaysEnding(Verdict::kHang), {.trials = 1000});
  EXPECT_EQ(result.failing_runs, Sweep::kHangsMax);
}

TEST(SweepTest, IdentitiesAreBounded) {
  ModelOptions program = AlwaysEnding(Verdict::kCrash);
  uint64_t next = 0;
  program.place = [&next](const std::vector<ModelStep>&) { return ++next; };
  SweepResult result =
      SweepOver(std::move(program), {.trials = 1000, .max_failures = 20});
  EXPECT_EQ(result.failures.size(), Sweep::kIdentitiesMax);
  EXPECT_EQ(result.other_failing_runs, 20u);
}

TEST(SweepTest, CountsDifferentTraces) {
  SweepResult result =
      SweepOver({.threads = 2, .operations = 2}, {.trials = 1000});
  // Two threads of two operations, the first step is thread 0 or 1: 6 orders.
  EXPECT_EQ(result.distinct, 6u);
}

SweepOptions EarlyStop(uint64_t trials) {
  return {.trials = trials, .early_stop = true};
}

TEST(SweepTest, EndsEarlyWhenTheSchedulesAreUsedUp) {
  SweepResult result =
      SweepOver({.threads = 2, .operations = 2}, EarlyStop(10'000));
  EXPECT_TRUE(result.used_up);
  EXPECT_EQ(result.distinct, 6u);
  EXPECT_LT(result.runs, 8200u);
  EXPECT_GE(result.runs, 8000u);  // Four times the runs left, and the first.
}

TEST(SweepTest, EarlyEndDoesNotDependOnTheOrderOfArrival) {
  SweepResult alone =
      SweepOver({.threads = 2, .operations = 2}, EarlyStop(10'000));
  SweepResult many =
      SweepShuffled({.threads = 2, .operations = 2}, EarlyStop(10'000), 8);
  EXPECT_EQ(alone.runs, many.runs);
  EXPECT_EQ(alone.decisions, many.decisions);
}

TEST(SweepTest, RunsOnWhileNewSchedulesShowUp) {
  SweepResult result =
      SweepOver({.threads = 3, .operations = 20}, EarlyStop(3000));
  EXPECT_FALSE(result.used_up);
  EXPECT_EQ(result.runs, 3000u);
}

TEST(SweepTest, FewTrialsSayNothingAboutAllSchedules) {
  SweepResult result =
      SweepOver({.threads = 2, .operations = 2}, EarlyStop(200));
  EXPECT_FALSE(result.used_up);
  EXPECT_EQ(result.runs, 200u);
}

TEST(SweepTest, AFailureKeepsATestFromEndingEarly) {
  ModelOptions program = {.threads = 2, .operations = 2};
  program.judge = [](const std::vector<ModelStep>& steps, int) {
    return IndexOf(steps, 1, 1) < IndexOf(steps, 0, 1) ? Verdict::kAssertion
                                                       : Verdict::kPassed;
  };
  SweepOptions options = EarlyStop(5000);
  options.max_failures = 0;
  SweepResult result = SweepOver(std::move(program), options);
  EXPECT_FALSE(result.used_up);
  EXPECT_EQ(result.runs, 5000u);
}

// A schedule seen once: where there was one rare one, there may be more.
TEST(SweepTest, AScheduleSeenOnceKeepsATestFromEndingEarly) {
  ModelProgram program({.threads = 2, .operations = 2});
  ModelClassifier classifier;
  Sweep sweep(EarlyStop(5000), &classifier);
  while (auto batch = sweep.NextBatch()) {
    auto results = *program.Run(batch->request);
    if (batch->index == 1) results[0].summary.trace_hash = 1234;
    sweep.Absorb(*batch, std::move(results));
  }
  EXPECT_FALSE(sweep.result().used_up);
  EXPECT_EQ(sweep.result().runs, 5000u);
}

// Runs of a strategy that learns are alike from the second block on that shows
// nothing new, and a few rounds of turns are taken off.
TEST(SweepTest, EndsEarlyAlsoWhenTheStrategyLearns) {
  SweepOptions options = EarlyStop(10'000);
  options.strategy = "portfolio";
  SweepResult result = SweepOver({.threads = 2, .operations = 2}, options);
  EXPECT_TRUE(result.used_up);
  EXPECT_EQ(result.distinct, 6u);
  EXPECT_GE(result.runs, 8064u);
  EXPECT_LT(result.runs, 8300u);
  SweepResult many = SweepShuffled({.threads = 2, .operations = 2}, options, 8);
  EXPECT_EQ(result.runs, many.runs);
}

TEST(SweepTest, OnlyIndependentDrawsEndEarly) {
  SweepOptions options = EarlyStop(5000);
  options.strategy = "pct";
  SweepResult result =
      SweepOver({.threads = 2, .operations = 2}, std::move(options));
  EXPECT_FALSE(result.used_up);
  EXPECT_EQ(result.runs, 5000u);
}

TEST(SweepTest, LongRunsMakeSmallBatches) {
  ModelProgram program({});
  ModelClassifier classifier;
  Sweep sweep({.trials = 1000}, &classifier);
  auto probe = sweep.NextBatch();
  auto results = *program.Run(probe->request);
  results[0].summary.steps = 2'000'000;
  sweep.Absorb(*probe, std::move(results));
  EXPECT_EQ(sweep.NextBatch()->request.count, 2u);
}

TEST(SweepTest, AHangingProbeMakesBatchesOfOne) {
  ModelProgram program(AlwaysEnding(Verdict::kHang));
  ModelClassifier classifier;
  Sweep sweep({.trials = 1000}, &classifier);
  auto probe = sweep.NextBatch();
  sweep.Absorb(*probe, *program.Run(probe->request));
  EXPECT_EQ(sweep.NextBatch()->request.count, 1u);
  EXPECT_EQ(sweep.NextBatch()->request.count, 1u);
}

TEST(SweepTest, StopDropsWhatIsStillOut) {
  ModelProgram program(RacyProgram());
  ModelClassifier classifier;
  Sweep sweep({.trials = 1000}, &classifier);
  auto probe = sweep.NextBatch();
  sweep.Absorb(*probe, *program.Run(probe->request));
  auto batch = sweep.NextBatch();
  sweep.Stop();
  sweep.Absorb(*batch, *program.Run(batch->request));
  EXPECT_EQ(sweep.result().runs, 1u);
  EXPECT_FALSE(sweep.NextBatch());
}

}  // namespace
}  // namespace detsim::runtime
