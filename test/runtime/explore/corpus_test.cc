#include "runtime/explore/corpus.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace detsim::runtime {
namespace {

Choice ChoiceAt(uint64_t operation, Stream stream = Stream::kSchedule) {
  return {{.thread = 1, .operation = operation, .stream = stream}, 2};
}

// A run that shows `marks`, the first of them after one question and choice,
// the second after two, ...
RunResult Showing(std::vector<Mark> marks, bool watches = true) {
  RunResult run;
  RunBehaviour& behaviour = run.behaviour.emplace_back();
  behaviour.watches = watches;
  for (Mark mark : marks) {
    behaviour.all.Add(mark);
    uint32_t at = ++behaviour.new_count;
    behaviour.new_marks[at - 1] = {
        .questions = at, .mark = mark, .choices = at};
    run.choices.push_back(ChoiceAt(at));
  }
  return run;
}

bool Always(uint64_t) { return true; }

TEST(CorpusTest, KeepsRunsThatShowSomethingNewOnly) {
  Corpus corpus({});
  corpus.Merge(Showing({5}), {}, true);
  corpus.Merge(Showing({5}), {}, false);
  EXPECT_EQ(corpus.data().entries.size(), 1u);
  EXPECT_EQ(corpus.data().seen.at(5), 2u);
  EXPECT_EQ(corpus.data().runs, 2u);
  EXPECT_EQ(corpus.counts().added, 1u);
  EXPECT_TRUE(corpus.known().Has(5));
}

TEST(CorpusTest, AMarkBelongsToTheFirstRunThatShowedIt) {
  Corpus corpus({});
  corpus.Merge(Showing({5}), {}, true);
  // Of the same block: it was not told that 5 is known.
  corpus.Merge(Showing({5, 6}), {}, true);
  CorpusData data = corpus.data();
  ASSERT_EQ(data.entries.size(), 2u);
  ASSERT_EQ(data.entries[1].marks.size(), 1u);
  EXPECT_EQ(data.entries[1].marks[0].mark, 6u);
}

TEST(CorpusTest, AnEmptyCorpusPlansNothing) {
  for (const Corpus::Plan& plan : Corpus({}).PlanRuns(1, 50, Always))
    EXPECT_EQ(plan.entry, nullptr);
}

TEST(CorpusTest, ABranchReplaysUpToJustAfterTheMark) {
  Corpus corpus({});
  corpus.Merge(Showing({5, 6, 7}), {}, true);
  std::map<uint64_t, int> lengths;
  for (const Corpus::Plan& plan : corpus.PlanRuns(1, 200, Always)) {
    RunScript script = Corpus::ScriptOf(plan);
    if (plan.entry == nullptr) {
      EXPECT_EQ(script.replayed, 0u);
    } else if (plan.repeats) {
      EXPECT_EQ(script.replayed, kReplayAll);
      EXPECT_EQ(script.choices.size(), 3u);
    } else {
      EXPECT_EQ(script.choices.size(), script.replayed);
      ++lengths[script.replayed];
    }
  }
  EXPECT_EQ(lengths.size(), 3u);
}

TEST(CorpusTest, FreshRunsBranchesAndRepeatedOnesHaveTheirShares) {
  Corpus corpus({});
  corpus.Merge(Showing({5}), {}, true);
  int fresh = 0;
  int repeats = 0;
  for (const Corpus::Plan& plan : corpus.PlanRuns(1, 8000, Always)) {
    fresh += plan.entry == nullptr ? 1 : 0;
    repeats += plan.repeats ? 1 : 0;
  }
  // Binomial: three of eight and one of eight, five deviations.
  EXPECT_NEAR(fresh, 3000, 217);
  EXPECT_NEAR(repeats, 1000, 148);
}

TEST(CorpusTest, RareMarksAreTakenMoreOften) {
  Corpus corpus({});
  corpus.Merge(Showing({5, 6}), {}, true);
  for (int i = 0; i < 9; ++i) corpus.Merge(Showing({5}), {}, false);
  std::map<Mark, int> taken;
  for (const Corpus::Plan& plan : corpus.PlanRuns(1, 4000, Always)) {
    if (plan.entry != nullptr) ++taken[plan.entry->marks[plan.mark].mark];
  }
  // Shown by ten runs and by one: eleven times as likely to be the latter.
  EXPECT_GT(taken[6], 7 * taken[5]);
  EXPECT_GT(taken[5], 0);
}

TEST(CorpusTest, PlansAreAFunctionOfSeedAndCorpus) {
  Corpus corpus({});
  corpus.Merge(Showing({5, 6}), {}, true);
  corpus.Merge(Showing({7}), {}, true);
  Corpus again(corpus.data());
  std::vector<Corpus::Plan> a = corpus.PlanRuns(100, 64, Always);
  std::vector<Corpus::Plan> b = again.PlanRuns(110, 54, Always);
  for (size_t i = 0; i < b.size(); ++i) {
    RunScript one = Corpus::ScriptOf(a[i + 10]);
    RunScript other = Corpus::ScriptOf(b[i]);
    EXPECT_EQ(one.replayed, other.replayed);
    EXPECT_EQ(one.choices, other.choices);
  }
}

TEST(CorpusTest, StrategiesBranchOffRunsOfTheirKind) {
  Corpus corpus({});
  corpus.Merge(Showing({5}, false), {}, true);
  auto odd = [](uint64_t seed) { return seed % 2 == 1; };
  std::vector<Corpus::Plan> plans = corpus.PlanRuns(0, 100, odd);
  int branches = 0;
  for (size_t seed = 0; seed < plans.size(); ++seed) {
    if (plans[seed].entry == nullptr) continue;
    ++branches;
    EXPECT_EQ(seed % 2, 0u);
  }
  EXPECT_GT(branches, 10);
}

TEST(CorpusTest, OnlyStreamsThatARunHasAreDrawnAgain) {
  Corpus corpus({});
  RunResult run = Showing({5});
  run.choices.push_back(ChoiceAt(2, Stream::kTime));
  run.choices.push_back(ChoiceAt(3, Stream::kAccess));
  corpus.Merge(run, {}, true);
  std::map<Stream, int> redrawn;
  for (const Corpus::Plan& plan : corpus.PlanRuns(1, 1000, Always)) {
    if (plan.repeats) ++redrawn[plan.redrawn];
  }
  EXPECT_EQ(redrawn.size(), 2u);
  EXPECT_GT(redrawn[Stream::kSchedule], 0);
  EXPECT_GT(redrawn[Stream::kTime], 0);
}

TEST(CorpusTest, AnEntryThatLeadsElsewhereIsDroppedAndCountedOnce) {
  Corpus corpus({});
  corpus.Merge(Showing({5}), {}, true);
  RunScript script;
  for (const Corpus::Plan& plan : corpus.PlanRuns(1, 50, Always)) {
    if (plan.entry != nullptr && !plan.repeats) script = Corpus::ScriptOf(plan);
  }
  ASSERT_NE(script.origin, 0u);
  RunResult strayed = Showing({});
  strayed.behaviour[0].strayed = 1;
  corpus.Merge(strayed, script, false);
  corpus.Merge(strayed, script, false);
  EXPECT_EQ(corpus.counts().stale, 1u);
  EXPECT_EQ(corpus.counts().branched, 2u);
  EXPECT_TRUE(corpus.data().entries.empty());
}

TEST(CorpusTest, OfTooManyEntriesThoseWithoutARareMarkGo) {
  Corpus corpus({});
  for (Mark mark = 0; mark < Corpus::kEntriesMax; ++mark)
    corpus.Merge(Showing({mark}), {}, true);
  corpus.Merge(Showing({77}), {}, false);
  corpus.Merge(Showing({1000}), {}, true);
  CorpusData data = corpus.data();
  EXPECT_EQ(data.entries.size(), Corpus::kEntriesMax);
  for (const CorpusEntry& entry : data.entries)
    EXPECT_NE(entry.marks[0].mark, 77u);
  EXPECT_EQ(data.entries.back().marks[0].mark, 1000u);
}

TEST(CorpusTest, ARunThatLeftItsChoicesOutIsNotKept) {
  Corpus corpus({});
  RunResult run = Showing({5, 6});
  run.choices.clear();
  corpus.Merge(run, {}, true);
  EXPECT_TRUE(corpus.data().entries.empty());
  EXPECT_TRUE(corpus.known().Has(5));
}

TEST(CorpusTest, LastsFromOneSweepToTheNext) {
  Corpus corpus({});
  corpus.Merge(Showing({5, 6}), {}, true);
  EXPECT_EQ(Corpus(corpus.data()).data(), corpus.data());
}

}  // namespace
}  // namespace detsim::runtime
