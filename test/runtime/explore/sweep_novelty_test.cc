// Sweeps that look for new behaviour, and those that build on a corpus.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "runtime/explore/sweep.h"
#include "test/runtime/explore/model_program.h"

namespace detsim::runtime {
namespace {

// What each batch is asked to do, and the result, when each run shows a mark of
// its seed up to 300 and results arrive `ahead` at a time in reverse.
struct NovelSweep {
  std::vector<RunRequest> requests;
  SweepResult result;
};
NovelSweep SweepForNovelty(SweepOptions options, size_t ahead) {
  ModelProgram program({});
  ModelClassifier classifier;
  Sweep sweep(std::move(options), &classifier);
  NovelSweep novel;
  while (!sweep.finished()) {
    std::vector<std::pair<SweepBatch, std::vector<RunResult>>> out;
    while (out.size() < ahead) {
      auto batch = sweep.NextBatch();
      if (!batch) break;
      novel.requests.push_back(batch->request);
      std::vector<RunResult> results = *program.Run(batch->request);
      for (RunResult& result : results) {
        uint64_t seed = std::min<uint64_t>(result.summary.seed, 300);
        RunBehaviour& behaviour = result.behaviour.emplace_back();
        auto mark = static_cast<Mark>(seed);
        behaviour.all.Add(mark);
        if (batch->request.known.at(0).Has(mark)) continue;
        behaviour.new_count = 1;
        behaviour.new_marks[0] = {.questions = 1, .mark = mark};
      }
      out.emplace_back(std::move(*batch), std::move(results));
    }
    if (out.empty()) break;
    std::reverse(out.begin(), out.end());
    for (auto& [batch, results] : out) sweep.Absorb(batch, std::move(results));
  }
  novel.result = sweep.TakeResult();
  return novel;
}

TEST(SweepNoveltyTest, EndsWhenAsManyRunsHaveShownNothingNew) {
  for (const char* strategy : {"random", "portfolio"}) {
    NovelSweep novel = SweepForNovelty(
        {.strategy = strategy, .trials = 5000, .novelty = true}, 1);
    EXPECT_EQ(novel.result.runs, 600u) << strategy;
    ASSERT_TRUE(novel.result.novelty);
    EXPECT_TRUE(novel.result.novelty->stopped);
    EXPECT_EQ(novel.result.novelty->last_new_run, 300u);
    EXPECT_EQ(novel.result.novelty->growth.back().marks[0], 300u);
  }
}

TEST(SweepNoveltyTest, TrialsAreAnEndAsWell) {
  NovelSweep novel = SweepForNovelty({.trials = 400, .novelty = true}, 1);
  EXPECT_EQ(novel.result.runs, 400u);
  EXPECT_FALSE(novel.result.novelty->stopped);
}

TEST(SweepNoveltyTest, ACorpusDoesNotDependOnTheOrderOfArrival) {
  SweepOptions options = {
      .strategy = "portfolio", .trials = 3000, .corpus = CorpusData()};
  NovelSweep alone = SweepForNovelty(options, 1);
  NovelSweep many = SweepForNovelty(options, 7);
  ASSERT_EQ(alone.requests.size(), many.requests.size());
  for (size_t i = 0; i < alone.requests.size(); ++i) {
    const RunRequest& one = alone.requests[i];
    const RunRequest& other = many.requests[i];
    EXPECT_EQ(one.known, other.known) << i;
    ASSERT_EQ(one.scripts.size(), one.count);
    ASSERT_EQ(other.scripts.size(), one.count);
    for (size_t j = 0; j < one.scripts.size(); ++j) {
      EXPECT_EQ(one.scripts[j].origin, other.scripts[j].origin);
      EXPECT_EQ(one.scripts[j].replayed, other.scripts[j].replayed);
    }
  }
  EXPECT_EQ(*alone.result.corpus, *many.result.corpus);
  EXPECT_EQ(alone.result.corpus->runs, 3000u);
  // Marks of no choice lead from 256 entries, which is as many as are kept.
  EXPECT_EQ(alone.result.corpus->entries.size(), Corpus::kEntriesMax);
}

TEST(SweepNoveltyTest, ASweepWithoutTellsNothing) {
  ModelProgram program({});
  ModelClassifier classifier;
  Sweep sweep({.trials = 50}, &classifier);
  while (auto batch = sweep.NextBatch()) {
    EXPECT_TRUE(batch->request.known.empty());
    EXPECT_TRUE(batch->request.scripts.empty());
    sweep.Absorb(*batch, *program.Run(batch->request));
  }
  SweepResult result = sweep.TakeResult();
  EXPECT_FALSE(result.novelty);
  EXPECT_FALSE(result.corpus);
}

}  // namespace
}  // namespace detsim::runtime
