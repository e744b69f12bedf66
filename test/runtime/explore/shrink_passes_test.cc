#include "runtime/explore/shrink_passes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

namespace detsim::runtime {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Fails = std::function<bool(const Choices&)>;

// Runs nothing: a predicate says what fails. Counts what it is asked.
class FixedState : public ShrinkState {
 public:
  explicit FixedState(Fails fails, uint64_t order = 0)
      : fails_(std::move(fails)), order_(order) {}

  std::optional<Accepted> First(size_t count,
                                const Candidates& candidates) override {
    for (size_t i = 0; i < count && asked_ < asked_max_; ++i) {
      std::optional<Choices> candidate = candidates(i);
      if (!candidate) continue;
      ++asked_;
      if (fails_(*candidate)) return Accepted{i, std::move(*candidate)};
    }
    return std::nullopt;
  }
  std::vector<Thread> threads() const override { return threads_; }
  bool exhausted() const override { return asked_ >= asked_max_; }
  uint64_t order() const override { return order_; }

  int asked() const { return asked_; }
  void set_threads(std::vector<Thread> threads) {
    threads_ = std::move(threads);
  }
  void set_asked_max(int asked_max) { asked_max_ = asked_max; }

 private:
  Fails fails_;
  uint64_t order_;
  int asked_ = 0;
  int asked_max_ = 1'000'000;
  std::vector<Thread> threads_;
};

const ShrinkPass& PassOf(std::string_view name) {
  for (const ShrinkPass& pass : ShrinkPasses()) {
    if (pass.name == name) return pass;
  }
  ADD_FAILURE() << "no pass " << name;
  return ShrinkPasses()[0];
}

Choices RunPass(std::string_view name, const Fails& fails, Choices choices) {
  FixedState state(fails);
  return PassOf(name).run(&state, std::move(choices));
}

constexpr ThreadKey kA = kMainThreadKey;
constexpr ThreadKey kB = ChildThreadKey(kA, 0);
constexpr ThreadKey kC = ChildThreadKey(kA, 1);

Choice Switch(ThreadKey from, uint64_t operation, ThreadKey to) {
  return {{.thread = from, .operation = operation}, to};
}
Choice At(ThreadKey thread, uint64_t operation, Stream stream,
          uint64_t value = 1) {
  return {{.thread = thread, .operation = operation, .stream = stream}, value};
}
Choice Access(ThreadKey thread, uint64_t operation, uint32_t sub,
              ThreadKey to) {
  return {{.thread = thread,
           .operation = operation,
           .sub = sub,
           .stream = Stream::kAccess},
          to};
}

bool Has(const Choices& choices, const Choice& wanted) {
  return std::find(choices.begin(), choices.end(), wanted) != choices.end();
}

Choices Numbered(uint64_t count) {
  Choices choices;
  for (uint64_t i = 1; i <= count; ++i) choices.push_back(Switch(kA, i, kB));
  return choices;
}

TEST(CalmTest, DropsAllWhenNothingIsNeeded) {
  EXPECT_THAT(RunPass(
                  "calm", [](const Choices&) { return true; }, Numbered(9)),
              IsEmpty());
}

TEST(StreamsTest, DropsWholeStreams) {
  Choice needed = At(kA, 2, Stream::kWake);
  EXPECT_THAT(
      RunPass("streams", [&](const Choices& c) { return Has(c, needed); },
              {At(kA, 1, Stream::kTime), needed, Switch(kA, 3, kB)}),
      ElementsAre(needed));
}

TEST(TailTest, KeepsTheShortestEndThatFails) {
  Choice needed = Switch(kA, 98, kB);
  Choices left = RunPass(
      "tail", [&](const Choices& c) { return Has(c, needed); }, Numbered(100));
  EXPECT_EQ(left.size(), 4u);
  EXPECT_EQ(left.back(), Switch(kA, 100, kB));
}

TEST(CutTest, KeepsTheShortestStartThatFails) {
  Choice needed = Switch(kA, 3, kB);
  Choices left = RunPass(
      "cut", [&](const Choices& c) { return Has(c, needed); }, Numbered(100));
  EXPECT_EQ(left.size(), 4u);
  EXPECT_EQ(left.front(), Switch(kA, 1, kB));
}

TEST(ThreadsTest, DropsWhatAThreadHasPartIn) {
  Choice needed = Switch(kA, 1, kC);
  EXPECT_THAT(
      RunPass("threads", [&](const Choices& c) { return Has(c, needed); },
              {needed, Switch(kA, 2, kB), Switch(kB, 1, kA),
               At(kB, 2, Stream::kSpurious)}),
      ElementsAre(needed));
}

TEST(ThreadsTest, KeepsSwitchesToAThreadThatMustRun) {
  Choice needed = Switch(kA, 1, kB);
  EXPECT_THAT(
      RunPass("threads", [&](const Choices& c) { return Has(c, needed); },
              {needed, Switch(kB, 1, kC), Switch(kB, 7, kC)}),
      ElementsAre(needed));
}

TEST(FaultsTest, DropsSpuriousEventsAndNothingElse) {
  Choice needed = At(kB, 4, Stream::kSpurious);
  Choices left =
      RunPass("faults", [&](const Choices& c) { return Has(c, needed); },
              {At(kA, 1, Stream::kSpurious), Switch(kA, 2, kB), needed,
               At(kB, 5, Stream::kWake), At(kB, 6, Stream::kTime)});
  EXPECT_THAT(left,
              ElementsAre(Switch(kA, 2, kB), needed, At(kB, 6, Stream::kTime)));
}

TEST(TimeTest, DropsJumpsThatAreNotNeeded) {
  Choice needed = At(kA, 3, Stream::kTime);
  EXPECT_THAT(RunPass("time", [&](const Choices& c) { return Has(c, needed); },
                      {At(kA, 1, Stream::kTime), At(kA, 2, Stream::kTime),
                       needed, Switch(kA, 9, kB)}),
              ElementsAre(needed, Switch(kA, 9, kB)));
}

TEST(DdminTest, LeavesWhatIsNeeded) {
  Choice one = Switch(kA, 17, kB);
  Choice two = Switch(kA, 80, kB);
  EXPECT_THAT(
      RunPass(
          "ddmin", [&](const Choices& c) { return Has(c, one) && Has(c, two); },
          Numbered(100)),
      ElementsAre(one, two));
}

TEST(DdminTest, TakesAboutALogarithmForEachThatIsLeft) {
  Choice needed = Switch(kA, 1717, kB);
  FixedState state([&](const Choices& c) { return Has(c, needed); });
  EXPECT_THAT(PassOf("ddmin").run(&state, Numbered(5000)), ElementsAre(needed));
  EXPECT_LT(state.asked(), 80);
}

TEST(MergeTest, DropsASwitchAwayWithTheSwitchBack) {
  Choices choices = Numbered(60);
  choices.push_back(Switch(kA, 70, kC));
  choices.push_back(Switch(kC, 2, kA));
  // The two only go together.
  Fails fails = [&](const Choices& c) {
    return Has(c, choices[60]) == Has(c, choices[61]);
  };
  Choices left = RunPass("merge", fails, choices);
  EXPECT_EQ(left.size(), 60u);
  EXPECT_FALSE(Has(left, choices[60]));
}

TEST(PairsTest, DropsWhatOnlyGoesTogether) {
  Choice one = At(kA, 2, Stream::kSpurious);
  Choice two = Switch(kB, 3, kC);
  EXPECT_THAT(
      RunPass("pairs",
              [&](const Choices& c) { return Has(c, one) == Has(c, two); },
              {one, two}),
      IsEmpty());
}

TEST(ValuesTest, BecomeAsSmallAsTheyCan) {
  Choices left =
      RunPass("values", [](const Choices& c) { return c.at(0).value >= 10; },
              {At(kA, 1, Stream::kValue, 1'000'000)});
  EXPECT_THAT(left, ElementsAre(At(kA, 1, Stream::kValue, 10)));
}

TEST(ValuesTest, FewerWaitersArePassedOver) {
  Choices left =
      RunPass("values", [](const Choices& c) { return c.at(0).value != 0; },
              {At(kA, 1, Stream::kWake, 3)});
  EXPECT_THAT(left, ElementsAre(At(kA, 1, Stream::kWake, 1)));
}

TEST(ValuesTest, ThreadsAreNoNumbers) {
  Choices choices = {Switch(kA, 1, kB)};
  EXPECT_EQ(
      RunPass("values", [](const Choices&) { return true; }, choices), choices);
}

TEST(AlignTest, MovesAPreemptionToTheNextOperation) {
  EXPECT_THAT(RunPass("align", [](const Choices&) { return true; },
                      {Access(kA, 4, 17, kB)}),
              ElementsAre(Switch(kA, 5, kB)));
}

TEST(AlignTest, MovesItToTheOperationBeforeIfNotAfter) {
  EXPECT_THAT(
      RunPass("align",
              [](const Choices& c) { return !Has(c, Switch(kA, 5, kB)); },
              {Access(kA, 4, 17, kB)}),
      ElementsAre(Switch(kA, 4, kB)));
}

TEST(AlignTest, LeavesAPreemptionThatHasToBeWhereItIs) {
  Choice needed = Access(kA, 4, 17, kB);
  EXPECT_THAT(RunPass("align", [&](const Choices& c) { return Has(c, needed); },
                      {needed}),
              ElementsAre(needed));
}

TEST(AlignTest, DoesNotTakeThePlaceOfAnotherChoice) {
  Choices choices = {Access(kA, 4, 17, kB), Switch(kA, 5, kC),
                     Switch(kA, 4, kC)};
  EXPECT_EQ(
      RunPass("align", [](const Choices&) { return true; }, choices), choices);
}

TEST(ReplaceTest, FindsASwitchElsewhereThatDoesIt) {
  Choices choices = {Switch(kA, 1, kB), Switch(kB, 2, kC), Switch(kC, 3, kA)};
  Choice other = Switch(kB, 4, kC);
  FixedState state([&](const Choices& all) {
    return all == choices || all == Choices{other};
  });
  state.set_threads({{kA, 5}, {kB, 5}, {kC, 5}});
  EXPECT_THAT(PassOf("replace").run(&state, choices), ElementsAre(other));
}

TEST(ReplaceTest, PutsOneInThePlaceOfTwo) {
  Choices choices = {Switch(kA, 1, kB), Switch(kB, 2, kC), Switch(kC, 3, kA)};
  Choice other = Switch(kB, 4, kC);
  FixedState state([&](const Choices& all) {
    return Has(all, choices[1]) && (Has(all, other) || all.size() == 3);
  });
  state.set_threads({{kA, 5}, {kB, 5}, {kC, 5}});
  Choices left = PassOf("replace").run(&state, choices);
  EXPECT_THAT(left, testing::UnorderedElementsAre(choices[1], other));
}

TEST(ReplaceTest, DoesNotLookThroughALongRun) {
  FixedState state([](const Choices&) { return false; });
  state.set_threads({{kA, 1'000}, {kB, 1'000}});
  Choices choices = {Switch(kA, 1, kB), Switch(kB, 2, kA)};
  EXPECT_EQ(PassOf("replace").run(&state, choices), choices);
  EXPECT_EQ(state.asked(), 0);
}

// What holds for each pass, whatever a program does.
class EveryPassTest : public testing::TestWithParam<ShrinkPass> {
 protected:
  // Of every stream, from three threads.
  static Choices Mixed(uint64_t seed) {
    Choices choices;
    const ThreadKey threads[] = {kA, kB, kC};
    for (uint64_t i = 0; i < 40; ++i) {
      seed = seed * 6364136223846793005ull + 1442695040888963407ull;
      ThreadKey thread = threads[(seed >> 20) % 3];
      ThreadKey other = threads[((seed >> 20) + 1 + (seed >> 30) % 2) % 3];
      switch ((seed >> 40) % 6) {
        case 0:
        case 1:
          choices.push_back(Switch(thread, i, other));
          break;
        case 2:
          choices.push_back(Access(thread, i, 1 + (seed >> 50) % 9, other));
          break;
        case 3:
          choices.push_back(At(thread, i, Stream::kWake, 1 + (seed >> 50) % 4));
          break;
        case 4:
          choices.push_back(At(thread, i, Stream::kTime));
          break;
        default:
          choices.push_back(At(thread, i, Stream::kValue, seed >> 50));
      }
    }
    return choices;
  }
};

TEST_P(EveryPassTest, WhatItReturnsFailsAndIsNeverLarger) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    Choices choices = Mixed(seed);
    // A third of the choices are needed, by their key's thread and operation.
    auto needed = [seed](const Choice& choice) {
      return (choice.key.operation * 2654435761u + seed) % 3 == 0;
    };
    auto count = [&](const Choices& all) {
      return std::count_if(all.begin(), all.end(), needed);
    };
    auto wanted = count(choices);
    Fails fails = [&](const Choices& all) { return count(all) >= wanted; };
    for (uint64_t order = 0; order < 3; ++order) {
      FixedState state(fails, order);
      Choices left = GetParam().run(&state, choices);
      EXPECT_TRUE(fails(left)) << seed;
      EXPECT_LE(SizeOf(left), SizeOf(choices)) << seed;
    }
  }
}

TEST_P(EveryPassTest, ReturnsTheRecordWhenNothingElseFails) {
  Choices choices = Mixed(3);
  EXPECT_EQ(RunPass(
                GetParam().name, [](const Choices&) { return false; }, choices),
            choices);
}

TEST_P(EveryPassTest, StopsWhenRunsAreUsedUp) {
  FixedState state([](const Choices&) { return false; });
  state.set_asked_max(1);
  Choices choices = Mixed(5);
  EXPECT_EQ(GetParam().run(&state, choices), choices);
  EXPECT_LE(state.asked(), 1);
}

INSTANTIATE_TEST_SUITE_P(Table, EveryPassTest,
                         testing::ValuesIn(ShrinkPasses()),
                         [](const auto& info) {
                           return std::string(info.param.name);
                         });

TEST(ShrinkTest, RepeatsThePassesUntilNothingChanges) {
  // Once the value is below 5 the switch may go, and then the value may.
  Choice value = At(kA, 1, Stream::kValue, 100);
  Fails fails = [&](const Choices& choices) {
    bool has_switch = Has(choices, Switch(kA, 2, kB));
    for (const Choice& choice : choices) {
      if (choice.key.stream == Stream::kValue)
        return has_switch || choice.value < 5;
    }
    return !has_switch;
  };
  // The record that has neither fails, but no single pass gets there if the
  // empty record is left out.
  FixedState state([&](const Choices& choices) {
    return !choices.empty() && fails(choices);
  });
  Choices left = Shrink(&state, {value, Switch(kA, 2, kB)});
  EXPECT_THAT(left, ElementsAre(At(kA, 1, Stream::kValue, 1)));
}

}  // namespace
}  // namespace detsim::runtime
