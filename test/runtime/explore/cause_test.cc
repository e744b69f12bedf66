#include "runtime/explore/cause.h"

#include <gtest/gtest.h>

#include <utility>

#include "runtime/explore/confirm.h"
#include "test/runtime/explore/model_program.h"

namespace detsim::runtime {
namespace {

// Fails when thread 2 ends before thread 1 has begun: settled by the order of
// two steps, whatever comes after.
ModelOptions SettledEarly() {
  ModelOptions options;
  options.judge = [](const std::vector<ModelStep>& steps, int) {
    return IndexOf(steps, 2, 3) < IndexOf(steps, 1, 1) &&
                   IndexOf(steps, 0, 10) < IndexOf(steps, 1, 1)
               ? Verdict::kAssertion
               : Verdict::kPassed;
  };
  return options;
}

struct Found {
  RunRequest request;
  RunResult result;
  FailureIdentity identity;
};

Found FindFailure(ModelProgram* program) {
  RunRequest request;
  ModelClassifier classifier;
  for (;; ++request.first_seed) {
    RunResult result = program->Run(request)->front();
    if (IsFailure(result.summary.verdict))
      return {ReplayRequest(request, result.choices), result,
              classifier.Identify(result)};
  }
}

std::optional<Cause> CauseOf(ModelProgram* program, const Found& found,
                             const CauseOptions& options = {}) {
  ModelClassifier classifier;
  return FindCause(found.request, found.result, found.identity, options,
                   program, &classifier);
}

// Where thread 1 could still have begun too early.
uint64_t LastChance(ModelProgram* program, const Found& found) {
  // Independent of the search: one point after the other, more runs.
  uint64_t last = 0;
  for (uint64_t i = 0; i <= found.result.summary.decisions; ++i) {
    RunRequest request = found.request;
    request.strategy = "redraw";
    request.replayed = i;
    request.first_seed = 1;
    request.count = 1000;
    uint64_t failed = 0;
    auto runs = program->Run(request);
    for (const RunResult& run : *runs)
      failed += IsFailure(run.summary.verdict) ? 1 : 0;
    if (failed < 900) last = i;
  }
  return last;
}

TEST(CauseTest, NamesTheDecisionThatSettledIt) {
  ModelProgram program(SettledEarly());
  Found found = FindFailure(&program);
  auto cause = CauseOf(&program, found);
  ASSERT_TRUE(cause);
  EXPECT_TRUE(cause->complete);
  ASSERT_TRUE(cause->decision);
  EXPECT_EQ(*cause->decision, LastChance(&program, found));
}

TEST(CauseTest, KnowsThePointsOnBothSidesOfTheDecision) {
  ModelProgram program(SettledEarly());
  Found found = FindFailure(&program);
  auto cause = CauseOf(&program, found);
  ASSERT_TRUE(cause && cause->decision);
  bool before = false;
  bool after = false;
  for (const CausePoint& point : cause->points) {
    if (point.decisions == *cause->decision)
      before = point.share() < kCertainShare;
    if (point.decisions == *cause->decision + 1)
      after = point.share() >= kCertainShare;
  }
  EXPECT_TRUE(before);
  EXPECT_TRUE(after);
}

TEST(CauseTest, PointsAreInOrderAndEndWithTheFailure) {
  ModelProgram program(SettledEarly());
  Found found = FindFailure(&program);
  auto cause = CauseOf(&program, found);
  ASSERT_TRUE(cause);
  EXPECT_EQ(cause->points.front().decisions, 0u);
  EXPECT_LT(cause->points.front().share(), 0.5);
  for (size_t i = 1; i < cause->points.size(); ++i)
    EXPECT_LT(cause->points[i - 1].decisions, cause->points[i].decisions);
  EXPECT_EQ(cause->points.back().decisions, found.result.summary.decisions);
  EXPECT_EQ(cause->points.back().share(), 1);
}

TEST(CauseTest, AFailureThatNoDecisionAvoidsHasNone) {
  ModelOptions options;
  options.judge = [](const std::vector<ModelStep>&, int) {
    return Verdict::kCrash;
  };
  ModelProgram program(std::move(options));
  Found found = FindFailure(&program);
  auto cause = CauseOf(&program, found);
  ASSERT_TRUE(cause);
  EXPECT_TRUE(cause->complete);
  EXPECT_FALSE(cause->decision);
}

TEST(CauseTest, StopsWithWhatItHas) {
  ModelProgram program(SettledEarly());
  Found found = FindFailure(&program);
  int asked = 0;
  auto cause = CauseOf(&program, found, {.stop = [&] { return ++asked > 2; }});
  ASSERT_TRUE(cause);
  EXPECT_FALSE(cause->complete);
  EXPECT_FALSE(cause->decision);
}

TEST(CauseTest, OtherFailuresDoNotCount) {
  ModelOptions options = SettledEarly();
  auto judge = options.judge;
  options.place = [judge](const std::vector<ModelStep>& steps) {
    return judge(steps, 0) == Verdict::kAssertion ? uint64_t{2} : uint64_t{1};
  };
  options.judge = [](const std::vector<ModelStep>&, int) {
    return Verdict::kAssertion;
  };
  ModelProgram program(std::move(options));
  Found found = FindFailure(&program);
  while (found.result.failure_pc != 2) {
    ++found.request.first_seed;
    RunRequest request = found.request;
    request.strategy = "random";
    found.result = program.Run(request)->front();
  }
  ModelClassifier classifier;
  found.identity = classifier.Identify(found.result);
  auto cause = CauseOf(&program, found);
  ASSERT_TRUE(cause);
  EXPECT_LT(cause->points.front().share(), 0.5);
}

TEST(CauseTest, LongRunsGetFewer) {
  ModelProgram program(SettledEarly());
  Found found = FindFailure(&program);
  found.result.summary.steps = 100'000;
  auto cause = CauseOf(&program, found);
  ASSERT_TRUE(cause);
  EXPECT_EQ(cause->points.front().runs, 19u);
}

TEST(CauseTest, BrokenExecutorGivesNothing) {
  ModelProgram program(SettledEarly());
  Found found = FindFailure(&program);
  program.Break();
  EXPECT_FALSE(CauseOf(&program, found));
}

}  // namespace
}  // namespace detsim::runtime
