#include "runtime/explore/minimize.h"

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
  EXPECT_EQ(minimized->runs, 1u);
}

TEST(MinimizeTest, StopsAtItsLimitWithWhatItHas) {
  ModelProgram program(NarrowProgram());
  ModelClassifier classifier;
  Found found = FindFailure(&program, &classifier);
  auto minimized = Minimize(found.request, found.result, found.identity,
                            {.runs_max = 10}, &program, &classifier);
  ASSERT_TRUE(minimized);
  EXPECT_EQ(minimized->runs, 10u);
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
  EXPECT_EQ(minimized->runs, 5u);
}

TEST(MinimizeTest, ResultsThatChangeGiveNothing) {
  ModelProgram program(NarrowProgram());
  ModelClassifier classifier;
  Found found = FindFailure(&program, &classifier);
  program.Disturb();
  EXPECT_FALSE(Minimize(found.request, found.result, found.identity, {},
                        &program, &classifier));
}

TEST(MinimizeTest, BrokenExecutorGivesNothing) {
  ModelProgram program(NarrowProgram());
  ModelClassifier classifier;
  Found found = FindFailure(&program, &classifier);
  program.Break();
  EXPECT_FALSE(Minimize(found.request, found.result, found.identity, {},
                        &program, &classifier));
}

// Fails as long as the choices hold those wanted.
class FixedState : public ShrinkState {
 public:
  explicit FixedState(std::function<bool(const Choices&)> fails)
      : fails_(std::move(fails)) {}
  std::optional<Choices> Run(const Choices& candidate) override {
    if (!fails_(candidate)) return std::nullopt;
    return candidate;
  }
  bool exhausted() const override { return false; }
  uint64_t order() const override { return 0; }

 private:
  std::function<bool(const Choices&)> fails_;
};

Choices RunPass(std::string_view name, FixedState* state, Choices choices) {
  for (const ShrinkPass& pass : ShrinkPasses()) {
    if (pass.name == name) return pass.run(state, std::move(choices));
  }
  ADD_FAILURE() << "no pass " << name;
  return {};
}

Choice MakeChoice(Stream stream, uint64_t operation, uint64_t value) {
  return {{.thread = kMainThreadKey, .operation = operation, .stream = stream},
          value};
}

TEST(ShrinkPassesTest, StreamsDropsWholeStreams) {
  FixedState state([](const Choices& choices) {
    for (const Choice& choice : choices) {
      if (choice.key.stream == Stream::kWake) return true;
    }
    return false;
  });
  Choices left =
      RunPass("streams", &state,
              {MakeChoice(Stream::kTime, 1, 1), MakeChoice(Stream::kWake, 2, 1),
               MakeChoice(Stream::kSchedule, 3, 5)});
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0].key.stream, Stream::kWake);
}

TEST(ShrinkPassesTest, PairsDropsWhatOnlyGoesTogether) {
  FixedState state([](const Choices& choices) {
    // Either both of 2 and 3 or none of them.
    bool two = false;
    bool three = false;
    for (const Choice& choice : choices) {
      two = two || choice.key.operation == 2;
      three = three || choice.key.operation == 3;
    }
    return two == three;
  });
  Choices left = RunPass("pairs", &state,
                         {MakeChoice(Stream::kSchedule, 2, 7),
                          MakeChoice(Stream::kSchedule, 3, 7)});
  EXPECT_TRUE(left.empty());
}

TEST(ShrinkPassesTest, ValuesBecomeSmall) {
  FixedState state(
      [](const Choices& choices) { return choices.at(0).value >= 10; });
  Choices left =
      RunPass("values", &state, {MakeChoice(Stream::kValue, 1, 1'000'000)});
  EXPECT_GE(left.at(0).value, 10u);
  EXPECT_LT(left.at(0).value, 20u);
}

TEST(ShrinkPassesTest, AlignMovesAPreemptionToTheNextOperation) {
  FixedState state([](const Choices&) { return true; });
  Choice access = MakeChoice(Stream::kAccess, 4, 9);
  access.key.sub = 17;
  Choices left = RunPass("align", &state, {access});
  EXPECT_EQ(left.at(0), MakeChoice(Stream::kSchedule, 5, 9));
}

}  // namespace
}  // namespace detsim::runtime
