// The table, and what holds for every row of it.
#include "runtime/strategy/strategies.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "test/runtime/strategy/model.h"

namespace detsim::runtime {
namespace {

TEST(StrategiesTest, RowsHaveUniqueNamesAndSources) {
  std::set<std::string_view> names;
  std::set<const ChoiceSource*> sources;
  for (const StrategyRow& row : Strategies()) {
    names.insert(row.name);
    sources.insert(row.source);
    EXPECT_FALSE(row.summary.empty()) << row.name;
    EXPECT_EQ(FindStrategy(row.name), row.source) << row.name;
  }
  EXPECT_EQ(names.size(), Strategies().size());
  EXPECT_EQ(sources.size(), Strategies().size());
  EXPECT_FALSE(sources.contains(nullptr));
}

TEST(StrategiesTest, ThoseThatDrawAreFoundByName) {
  EXPECT_EQ(FindStrategy("random"), &RandomStrategy());
  EXPECT_EQ(FindStrategy("pct"), &PctStrategy());
}

TEST(StrategiesTest, AnUnknownNameIsNone) {
  EXPECT_EQ(FindStrategy("no such"), nullptr);
  EXPECT_EQ(FindStrategy(""), nullptr);
}

TEST(StrategiesTest, OthersDoNotDraw) {
  std::set<std::string_view> others;
  for (const StrategyRow& row : Strategies()) {
    if (!row.draws) others.insert(row.name);
  }
  EXPECT_EQ(others,
            (std::set<std::string_view>{"calm", "guided", "redraw", "replay"}));
}

class EveryStrategyTest : public testing::TestWithParam<StrategyRow> {
 protected:
  ChoiceSource& source() { return *GetParam().source; }
};

INSTANTIATE_TEST_SUITE_P(Row, EveryStrategyTest,
                         testing::ValuesIn(Strategies().begin(),
                                           Strategies().end()),
                         [](const auto& row) {
                           return std::string(row.param.name);
                         });

TEST_P(EveryStrategyTest, TheSameSeedGivesTheSameRun) {
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    RunStart start = {.seed = seed, .profile = {.steps = 20}};
    std::string first = RunModel(source(), start, {5, 6, 7});
    RunModel(source(), {.seed = seed + 1}, {9, 9});
    EXPECT_EQ(RunModel(source(), start, {5, 6, 7}), first) << seed;
  }
}

TEST_P(EveryStrategyTest, OnlyThoseThatDrawDependOnTheSeed) {
  std::set<std::string> orders;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    RunStart start = {
        .seed = seed, .profile = {.steps = 15}, .replayed = UINT64_MAX};
    orders.insert(RunModel(source(), start, {5, 5, 5}));
  }
  if (GetParam().draws) {
    EXPECT_GT(orders.size(), 10u);
  } else {
    EXPECT_EQ(orders, (std::set<std::string>{"aaaaabbbbbccccc"}));
  }
}

TEST_P(EveryStrategyTest, ValuesAreBelowTheNumberOfOptions) {
  source().BeginRun({.seed = 1});
  for (uint64_t i = 0; i < 1000; ++i) {
    ChoiceKey key = {.thread = kMainThreadKey, .operation = i};
    key.stream = Stream::kWake;
    ASSERT_LT(source().PickValue(key, 2 + i % 5), 2 + i % 5);
    key.stream = Stream::kSpurious;
    ASSERT_LT(source().PickValue(key, 2), 2u);
    key.stream = Stream::kTime;
    ASSERT_LT(source().PickValue(key, 2), 2u);
    key.stream = Stream::kValue;
    ASSERT_LT(source().PickValue(key, uint64_t{1} << 32), uint64_t{1} << 32);
  }
}

// Any gap is at least one; asking at every access is another matter, and those
// that do always do.
TEST_P(EveryStrategyTest, AGapIsAtLeastOneOrThereIsNone) {
  source().BeginRun({.seed = 1, .profile = {.steps = 10, .accesses = 500}});
  Candidate current;
  current.key = kMainThreadKey;
  bool every = source().AccessGap(current, 0) == kEveryAccess;
  if (source().WatchesEvents()) EXPECT_TRUE(every);
  for (uint64_t accesses = 0; accesses < 2000; ++accesses) {
    ASSERT_EQ(source().AccessGap(current, accesses) == kEveryAccess, every);
  }
}

TEST_P(EveryStrategyTest, NoGapWithoutPreemptingMemory) {
  RunStart start = {.seed = 1, .profile = {.steps = 10, .accesses = 500}};
  start.options.preempt_memory = false;
  source().BeginRun(start);
  Candidate current;
  current.key = kMainThreadKey;
  for (uint64_t accesses = 0; accesses < 1000; ++accesses) {
    ASSERT_EQ(source().AccessGap(current, accesses), kNoAccessGap);
  }
}

TEST_P(EveryStrategyTest, SchedulesDoNotDependOnOtherStreams) {
  // The same decisions with and without other questions in between.
  Candidate threads[3];
  for (uint32_t i = 0; i < 3; ++i) threads[i].key = i + 1;
  Candidate* ready[] = {&threads[1], &threads[2]};
  auto schedule = [&](bool others) {
    source().BeginRun({.seed = 7, .profile = {.steps = 100}});
    for (Candidate& thread : threads) thread.strategy_word = 0;
    std::string picks;
    for (uint64_t i = 0; i < 100; ++i) {
      if (others) {
        ChoiceKey key = {.thread = 1, .operation = i};
        for (Stream stream : {Stream::kWake, Stream::kSpurious, Stream::kTime,
                              Stream::kValue}) {
          key.stream = stream;
          source().PickValue(key, 2);
        }
        source().AccessGap(threads[0], i);
      }
      picks += std::to_string(
          source().PickThread({.key = {.thread = 1, .operation = i, .sub = 0},
                               .current = &threads[0],
                               .ready = ready,
                               .ready_count = 2}));
    }
    return picks;
  };
  EXPECT_EQ(schedule(true), schedule(false));
}

TEST_P(EveryStrategyTest, AStreamOfValuesDoesNotDependOnTheOthers) {
  auto values = [&](Stream wanted, bool others) {
    source().BeginRun({.seed = 7});
    Candidate current;
    current.key = 1;
    std::string picks;
    for (uint64_t i = 0; i < 50; ++i) {
      ChoiceKey key = {.thread = 1, .operation = i};
      for (Stream stream :
           {Stream::kWake, Stream::kSpurious, Stream::kTime, Stream::kValue}) {
        if (stream == wanted || !others) continue;
        key.stream = stream;
        source().PickValue(key, 2);
      }
      if (others) source().AccessGap(current, i);
      key.stream = wanted;
      picks += std::to_string(source().PickValue(key, 2));
    }
    return picks;
  };
  for (Stream stream :
       {Stream::kWake, Stream::kSpurious, Stream::kTime, Stream::kValue}) {
    EXPECT_EQ(values(stream, true), values(stream, false))
        << StreamName(stream);
  }
}

}  // namespace
}  // namespace detsim::runtime
