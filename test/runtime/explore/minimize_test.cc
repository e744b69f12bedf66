#include "runtime/explore/minimize.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "runtime/explore/confirm.h"
#include "runtime/explore/shrink_passes.h"
#include "test/runtime/explore/model_program.h"

namespace detsim::runtime {
namespace {

// Thread 1 has to do its 10th operation, and no more, between two of thread 0:
// two unusual choices are needed, one there and one back.
bool Interferes(const std::vector<ModelStep>& steps) {
  int at = IndexOf(steps, 1, 10);
  int back = IndexOf(steps, 0, 16);
  return IndexOf(steps, 0, 15) < at && at < back &&
         back < IndexOf(steps, 1, 11);
}

ModelOptions NarrowProgram() {
  ModelOptions options;
  options.threads = 4;
  options.operations = 50;
  options.judge = [](const std::vector<ModelStep>& steps, int) {
    return Interferes(steps) ? Verdict::kAssertion : Verdict::kPassed;
  };
  return options;
}

struct Found {
  RunRequest request;
  RunResult result;
  FailureIdentity identity;
};

// The first seed that fails.
Found FindFailure(ModelProgram* program, ModelClassifier* classifier) {
  RunRequest request;
  for (request.first_seed = 1; request.first_seed < 20'000;
       ++request.first_seed) {
    RunResult result = program->Run(request)->front();
    if (IsFailure(result.summary.verdict))
      return {ReplayRequest(request, result.choices), result,
              classifier->Identify(result)};
  }
  ADD_FAILURE() << "no seed fails";
  return {};
}

TEST(MinimizeTest, LeavesOnlyTheChoicesThatMatter) {
  ModelProgram program(NarrowProgram());
  ModelClassifier classifier;
  Found found = FindFailure(&program, &classifier);
  ASSERT_GT(found.result.choices.size(), 50u);
  auto minimized = Minimize(found.request, found.result, found.identity, {},
                            &program, &classifier);
  ASSERT_TRUE(minimized);
  EXPECT_LE(minimized->request.choices.size(), 4u);
  EXPECT_TRUE(minimized->one_minimal);
  EXPECT_GT(minimized->runs, 0u);
  EXPECT_LE(minimized->runs, 2000u);
}

TEST(MinimizeTest, WhatIsLeftFailsWhenReplayed) {
  ModelProgram program(NarrowProgram());
  ModelClassifier classifier;
  Found found = FindFailure(&program, &classifier);
  auto minimized = Minimize(found.request, found.result, found.identity, {},
                            &program, &classifier);
  ASSERT_TRUE(minimized);
  RunResult again = program.Run(minimized->request)->front();
  EXPECT_EQ(classifier.Identify(again), found.identity);
  EXPECT_EQ(again.summary.trace_hash, minimized->result.summary.trace_hash);
  EXPECT_EQ(again.choices, minimized->request.choices);
}

TEST(MinimizeTest, NoSingleChoiceCanGo) {
  ModelProgram program(NarrowProgram());
  ModelClassifier classifier;
  Found found = FindFailure(&program, &classifier);
  auto minimized = Minimize(found.request, found.result, found.identity, {},
                            &program, &classifier);
  ASSERT_TRUE(minimized);
  for (size_t i = 0; i < minimized->request.choices.size(); ++i) {
    RunRequest fewer = minimized->request;
    fewer.choices.erase(fewer.choices.begin() + static_cast<ptrdiff_t>(i));
    EXPECT_FALSE(IsFailure(program.Run(fewer)->front().summary.verdict))
        << "without choice " << i;
  }
}

TEST(MinimizeTest, NeverTradesOneFailureForAnother) {
  // With fewer choices the program fails as well, but elsewhere.
  ModelOptions options = NarrowProgram();
  options.judge = [](const std::vector<ModelStep>&, int) {
    return Verdict::kAssertion;
  };
  options.place = [](const std::vector<ModelStep>& steps) {
    return Interferes(steps) ? uint64_t{2} : uint64_t{1};
  };
  ModelProgram program(std::move(options));
  ModelClassifier classifier;
  RunRequest request;
  RunResult result;
  do {
    ++request.first_seed;
    result = program.Run(request)->front();
  } while (result.failure_pc != 2);
  FailureIdentity identity = classifier.Identify(result);
  auto minimized = Minimize(ReplayRequest(request, result.choices), result,
                            identity, {}, &program, &classifier);
  ASSERT_TRUE(minimized);
  EXPECT_EQ(minimized->result.failure_pc, 2u);
  EXPECT_GE(minimized->request.choices.size(), 2u);
}

TEST(MinimizeTest, FailureOfTheCalmRunNeedsNoChoice) {
  ModelOptions options;
  options.judge = [](const std::vector<ModelStep>&, int) {
    return Verdict::kCrash;
  };
  ModelProgram program(std::move(options));
  ModelClassifier classifier;
  Found found = FindFailure(&program, &classifier);
  auto minimized = Minimize(found.request, found.result, found.identity, {},
                            &program, &classifier);
  ASSERT_TRUE(minimized);
  EXPECT_TRUE(minimized->request.choices.empty());
  EXPECT_TRUE(minimized->one_minimal);
  EXPECT_EQ(minimized->runs, 3u);  // One, and its confirmation.
}

TEST(MinimizeTest, StopsAtItsLimitWithWhatItHas) {
  ModelProgram program(NarrowProgram());
  ModelClassifier classifier;
  Found found = FindFailure(&program, &classifier);
  auto minimized = Minimize(found.request, found.result, found.identity,
                            {.runs_max = 10}, &program, &classifier);
  ASSERT_TRUE(minimized);
  EXPECT_GE(minimized->runs, 10u);
  EXPECT_LE(minimized->runs, 12u);  // The last one's confirmation.
  EXPECT_FALSE(minimized->one_minimal);
  EXPECT_LE(minimized->request.choices.size(), found.result.choices.size());
}

TEST(MinimizeTest, LongRunsEndItSooner) {
  ModelProgram program(NarrowProgram());
  ModelClassifier classifier;
  Found found = FindFailure(&program, &classifier);
  auto minimized = Minimize(found.request, found.result, found.identity,
                            {.steps_max = 200 * 5}, &program, &classifier);
  ASSERT_TRUE(minimized);
  EXPECT_GE(minimized->runs, 5u);
  EXPECT_LE(minimized->runs, 7u);
}

TEST(MinimizeTest, ResultsThatChangeEndItWithTheLastThatDidNot) {
  ModelProgram program(NarrowProgram());
  ModelClassifier classifier;
  Found found = FindFailure(&program, &classifier);
  program.Disturb();
  auto minimized = Minimize(found.request, found.result, found.identity, {},
                            &program, &classifier);
  ASSERT_TRUE(minimized);
  EXPECT_THAT(minimized->difference, testing::HasSubstr("trace hash"));
  EXPECT_FALSE(minimized->one_minimal);
  EXPECT_EQ(minimized->request.choices, found.result.choices);
}

TEST(MinimizeTest, AProgramThatTurnsFlakyKeepsWhatWasConfirmed) {
  ModelOptions options = NarrowProgram();
  auto judge = options.judge;
  uint64_t runs = 0;
  uint64_t fails_until = ~uint64_t{0};
  options.judge = [&](const std::vector<ModelStep>& steps, int earlier) {
    return ++runs > fails_until ? Verdict::kPassed : judge(steps, earlier);
  };
  ModelProgram program(std::move(options));
  ModelClassifier classifier;
  Found found = FindFailure(&program, &classifier);
  fails_until = runs + 60;
  auto minimized = Minimize(found.request, found.result, found.identity, {},
                            &program, &classifier);
  ASSERT_TRUE(minimized);
  EXPECT_NE(minimized->difference, "");
  EXPECT_FALSE(minimized->one_minimal);
  EXPECT_LT(minimized->request.choices.size(), found.result.choices.size());
  // What it kept does fail when the program behaves.
  fails_until = ~uint64_t{0};
  EXPECT_EQ(classifier.Identify(program.Run(minimized->request)->front()),
            found.identity);
  EXPECT_EQ(minimized->result.choices, minimized->request.choices);
}

// Performs requests in groups, as several workers would.
class WideProgram : public ModelProgram {
 public:
  WideProgram(ModelOptions options, int width)
      : ModelProgram(std::move(options)), width_(width) {}
  int width() const override { return width_; }

 private:
  int width_;
};

TEST(MinimizeTest, WorkersAtATimeDoNotMatter) {
  ModelClassifier classifier;
  ModelProgram one(NarrowProgram());
  Found found = FindFailure(&one, &classifier);
  auto alone = Minimize(found.request, found.result, found.identity, {}, &one,
                        &classifier);
  ASSERT_TRUE(alone);
  for (int width : {2, 3, 16}) {
    WideProgram wide(NarrowProgram(), width);
    auto together = Minimize(found.request, found.result, found.identity, {},
                             &wide, &classifier);
    ASSERT_TRUE(together);
    EXPECT_EQ(together->request.choices, alone->request.choices) << width;
    EXPECT_EQ(together->runs, alone->runs) << width;
    EXPECT_GE(wide.runs(), alone->runs) << width;
  }
}

TEST(MinimizeTest, WorkersAtATimeDoNotMatterWhenRunsAreUsedUp) {
  ModelClassifier classifier;
  ModelProgram one(NarrowProgram());
  Found found = FindFailure(&one, &classifier);
  MinimizeOptions options = {.runs_max = 40};
  auto alone = Minimize(found.request, found.result, found.identity, options,
                        &one, &classifier);
  WideProgram wide(NarrowProgram(), 7);
  auto together = Minimize(found.request, found.result, found.identity, options,
                           &wide, &classifier);
  ASSERT_TRUE(alone && together);
  EXPECT_FALSE(alone->one_minimal);
  EXPECT_EQ(together->request.choices, alone->request.choices);
  EXPECT_EQ(together->runs, alone->runs);
}

TEST(MinimizeTest, EndsWhenItIsTold) {
  ModelProgram program(NarrowProgram());
  ModelClassifier classifier;
  Found found = FindFailure(&program, &classifier);
  int asked = 0;
  auto minimized =
      Minimize(found.request, found.result, found.identity,
               {.stop = [&] { return ++asked > 20; }}, &program, &classifier);
  ASSERT_TRUE(minimized);
  EXPECT_FALSE(minimized->one_minimal);
  EXPECT_EQ(minimized->difference, "");
  EXPECT_LT(minimized->request.choices.size(), found.result.choices.size());
}

TEST(MinimizeTest, BrokenExecutorGivesNothing) {
  ModelProgram program(NarrowProgram());
  ModelClassifier classifier;
  Found found = FindFailure(&program, &classifier);
  program.Break();
  EXPECT_FALSE(Minimize(found.request, found.result, found.identity, {},
                        &program, &classifier));
}

}  // namespace
}  // namespace detsim::runtime
