#include "runtime/explore/confirm.h"

#include <gtest/gtest.h>

#include "test/runtime/explore/model_program.h"

namespace detsim::runtime {
namespace {

// The first failure of a sweep, which must find one.
SweepFailure FindFailure(ModelProgram* program, ModelClassifier* classifier) {
  Sweep sweep({.trials = 1000, .max_failures = 1}, classifier);
  while (auto batch = sweep.NextBatch())
    sweep.Absorb(*batch, *program->Run(batch->request));
  SweepResult result = sweep.TakeResult();
  EXPECT_EQ(result.failures.size(), 1u);
  return result.failures.at(0);
}

ModelOptions RacyProgram() {
  ModelOptions options;
  options.judge = [](const std::vector<ModelStep>& steps, int) {
    return IndexOf(steps, 1, 5) < IndexOf(steps, 0, 3) ? Verdict::kAssertion
                                                       : Verdict::kPassed;
  };
  return options;
}

TEST(ConfirmTest, FailureOfItsChoicesReplays) {
  ModelProgram program(RacyProgram());
  ModelClassifier classifier;
  SweepFailure failure = FindFailure(&program, &classifier);
  auto confirmation = Confirm(failure, &program, &classifier);
  ASSERT_TRUE(confirmation);
  EXPECT_EQ(confirmation->status, Confirmed::kReplays);
  EXPECT_EQ(confirmation->request.strategy, "replay");
  EXPECT_TRUE(confirmation->request.fork_each);
  EXPECT_TRUE(confirmation->request.record_trace);
  EXPECT_EQ(confirmation->request.choices, failure.first.choices);
  EXPECT_EQ(confirmation->result.summary.trace_hash,
            failure.first.summary.trace_hash);
}

TEST(ConfirmTest, FailureThatNeedsEarlierRunsIsCarriedState) {
  ModelOptions options;
  options.judge = [](const std::vector<ModelStep>&, int earlier) {
    return earlier == 9 ? Verdict::kCrash : Verdict::kPassed;
  };
  ModelProgram program(std::move(options));
  ModelClassifier classifier;
  SweepFailure failure = FindFailure(&program, &classifier);
  auto confirmation = Confirm(failure, &program, &classifier);
  ASSERT_TRUE(confirmation);
  EXPECT_EQ(confirmation->status, Confirmed::kCarriedState);
  EXPECT_EQ(confirmation->request.strategy, "random");
  EXPECT_EQ(confirmation->request.first_seed, failure.batch.first_seed);
  EXPECT_EQ(confirmation->request.count, 10u);
  EXPECT_EQ(confirmation->result.summary.seed, failure.first.summary.seed);
}

TEST(ConfirmTest, OnlyARunAfterOthersInItsProcessCanCarryState) {
  for (bool first_of_batch : {true, false}) {
    int runs = 0;
    ModelOptions options;
    options.judge = [&runs](const std::vector<ModelStep>&, int) {
      return ++runs == 10 ? Verdict::kCrash : Verdict::kPassed;
    };
    ModelProgram program(std::move(options));
    ModelClassifier classifier;
    SweepFailure failure = FindFailure(&program, &classifier);
    // The crash comes back in the replay of the batch, by chance.
    runs = -2;
    if (first_of_batch)
      failure.batch.first_seed = failure.first.summary.seed;
    else
      failure.first.summary.isolation = Isolation::kFork;
    auto confirmation = Confirm(failure, &program, &classifier);
    ASSERT_TRUE(confirmation);
    EXPECT_EQ(confirmation->status, Confirmed::kNondeterminism);
    EXPECT_EQ(confirmation->difference, "crash against passed");
  }
}

TEST(ConfirmTest, ProcessThatTookItsChoicesIsRunFromItsSeed) {
  ModelProgram program(RacyProgram());
  ModelClassifier classifier;
  SweepFailure failure = FindFailure(&program, &classifier);
  // As it is reported of a process that was killed.
  failure.first.choices.clear();
  failure.first.summary.steps = 0;
  failure.first.summary.cut_short = 1;
  auto confirmation = Confirm(failure, &program, &classifier);
  ASSERT_TRUE(confirmation);
  EXPECT_EQ(confirmation->status, Confirmed::kReplays);
  EXPECT_EQ(confirmation->request.strategy, "random");
  EXPECT_EQ(confirmation->request.first_seed, failure.first.summary.seed);
  EXPECT_EQ(confirmation->request.count, 1u);
  EXPECT_TRUE(confirmation->request.fork_each);
}

TEST(ConfirmTest, KilledRunThatWasDrawnAnewBeginsAsItDid) {
  ModelProgram program(RacyProgram());
  ModelClassifier classifier;
  SweepFailure failure = FindFailure(&program, &classifier);
  failure.batch.strategy = "redraw";
  failure.batch.choices = failure.first.choices;
  failure.batch.replayed = failure.first.summary.decisions;
  failure.first.choices.clear();
  failure.first.summary.steps = 0;
  failure.first.summary.cut_short = 1;
  auto confirmation = Confirm(failure, &program, &classifier);
  ASSERT_TRUE(confirmation);
  EXPECT_EQ(confirmation->status, Confirmed::kReplays);
  EXPECT_EQ(confirmation->request.strategy, "redraw");
  EXPECT_EQ(confirmation->request.choices, failure.batch.choices);
  EXPECT_EQ(confirmation->request.replayed, failure.batch.replayed);
}

TEST(ConfirmTest, RunWithMoreChoicesThanAreRecordedIsRunFromItsSeed) {
  ModelProgram program(RacyProgram());
  ModelClassifier classifier;
  SweepFailure failure = FindFailure(&program, &classifier);
  ASSERT_TRUE(HasAllChoices(failure.first));
  failure.first.summary.unusual = failure.first.choices.size() + 1;
  ASSERT_FALSE(HasAllChoices(failure.first));
  auto confirmation = Confirm(failure, &program, &classifier);
  ASSERT_TRUE(confirmation);
  EXPECT_EQ(confirmation->status, Confirmed::kReplays);
  EXPECT_EQ(confirmation->request.strategy, "random");
  EXPECT_EQ(confirmation->request.first_seed, failure.first.summary.seed);
  EXPECT_TRUE(confirmation->request.choices.empty());
}

TEST(ConfirmTest, DifferentTracesAreNondeterminism) {
  ModelProgram program(RacyProgram());
  ModelClassifier classifier;
  SweepFailure failure = FindFailure(&program, &classifier);
  program.Disturb();
  auto confirmation = Confirm(failure, &program, &classifier);
  ASSERT_TRUE(confirmation);
  EXPECT_EQ(confirmation->status, Confirmed::kNondeterminism);
  EXPECT_NE(confirmation->difference.find("trace hash"), std::string::npos)
      << confirmation->difference;
}

TEST(ConfirmTest, FailureThatIsGoneIsNondeterminism) {
  int runs = 0;
  ModelOptions options;
  options.judge = [&runs](const std::vector<ModelStep>&, int) {
    return ++runs == 5 ? Verdict::kCrash : Verdict::kPassed;
  };
  ModelProgram program(std::move(options));
  ModelClassifier classifier;
  SweepFailure failure = FindFailure(&program, &classifier);
  auto confirmation = Confirm(failure, &program, &classifier);
  ASSERT_TRUE(confirmation);
  EXPECT_EQ(confirmation->status, Confirmed::kNondeterminism);
  EXPECT_EQ(confirmation->difference, "crash against passed");
}

TEST(ConfirmTest, BrokenExecutorGivesNothing) {
  ModelProgram program(RacyProgram());
  ModelClassifier classifier;
  SweepFailure failure = FindFailure(&program, &classifier);
  program.Break();
  EXPECT_FALSE(Confirm(failure, &program, &classifier));
}

}  // namespace
}  // namespace detsim::runtime
