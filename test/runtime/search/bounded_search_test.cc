#include <gtest/gtest.h>

#include <string>

#include "test/runtime/search/search_runner.h"
#include "test/runtime/worker/worker_client.h"

namespace detsim::runtime {
namespace {

SearchPlan Bounded(uint64_t runs_max) {
  return {.strategy = "bounded", .runs_max = runs_max};
}

TEST(BoundedSearchTest, EnumeratesEverythingWhenThereIsRoom) {
  SearchOutcome outcome = RunSearch(Bounded(5000), "writers", 2);
  EXPECT_TRUE(outcome.result.exhausted);
  EXPECT_EQ(outcome.outputs.size(), 2u);
  EXPECT_EQ(outcome.result.schedules, outcome.result.runs);
}

TEST(BoundedSearchTest, SchedulesAreAllDifferent) {
  SearchOutcome outcome = RunSearch(Bounded(5000), "writers", 2);
  std::set<std::string> scripts;
  for (const RunScript& script : outcome.scripts) {
    std::string text;
    for (ThreadKey thread : script.threads)
      text += std::to_string(thread) + " ";
    scripts.insert(text);
  }
  EXPECT_EQ(scripts.size(), outcome.scripts.size());
}

TEST(BoundedSearchTest, FewUnusualChoicesComeFirst) {
  // Three sections of one lock in another order than the calm one need one
  // unusual choice; the calm run is the first.
  SearchOutcome calm = RunSearch(Bounded(1), "three_sections");
  EXPECT_EQ(calm.result.bound, 0);
  SearchOutcome some = RunSearch(Bounded(60), "three_sections");
  EXPECT_GE(some.result.bound, 1);
  EXPECT_FALSE(some.result.exhausted);
}

TEST(BoundedSearchTest, ADeadlockNeedsOneUnusualChoice) {
  SearchOutcome outcome = RunSearch(Bounded(200), "locks_in_two_orders");
  EXPECT_GE(outcome.result.bound, 1);
  EXPECT_GE(outcome.verdicts[Verdict::kDeadlock], 1);
}

TEST(BoundedSearchTest, PreemptsAtSharedPlainAccesses) {
  SearchOutcome outcome = RunSearch(Bounded(3000), "plain_increments");
  EXPECT_EQ(outcome.outputs.size(), 3u);
}

TEST(BoundedSearchTest, ResultDoesNotDependOnTheSizeOfGenerations) {
  SearchPlan one = Bounded(300);
  one.generation = 1;
  SearchOutcome alone = RunSearch(one, "sections", 2);
  SearchOutcome many = RunSearch(Bounded(300), "sections", 2);
  EXPECT_EQ(alone.result.bound, many.result.bound);
  EXPECT_EQ(alone.outputs, many.outputs);
}

}  // namespace
}  // namespace detsim::runtime
