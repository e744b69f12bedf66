// --novelty as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;

std::string Project() {
  static const std::string project = SmallProject("novel", kGtestList, R"(
#include <gtest/gtest.h>
#include <mutex>
#include <thread>
TEST(Novel, Sum) {
  std::mutex mutex;
  int sum = 0;
  auto add = [&] {
    for (int i = 0; i < 2; ++i) {
      std::lock_guard<std::mutex> lock(mutex);
      ++sum;
    }
  };
  std::thread one(add), two(add);
  one.join();
  two.join();
  EXPECT_EQ(sum, 4);
}
)");
  return project;
}

CommandResult Sweep(std::vector<std::string> flags) {
  std::vector<std::string> command = {"detsim-test", "--dir=" + Project(),
                                      "--novelty"};
  command.insert(command.end(), flags.begin(), flags.end());
  return RunTool(std::move(command));
}

TEST(NoveltyTest, EndsWhenNothingNewComes) {
  CommandResult result = Sweep({});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("new behaviour (reads-from pairs"));
  EXPECT_THAT(result.output,
              ContainsRegex("Novel.Sum +1: [0-9]+, 10: [0-9]+, .*; the "
                            "last of it new in run [0-9]+: ended"));
  json test = Report(Project())["tests"][0];
  const json& novelty = test["novelty"];
  EXPECT_EQ(novelty["ended"], true);
  uint64_t last = novelty["last_new_run"];
  EXPECT_GT(last, 0u);
  EXPECT_GE(test["runs"], last + 200);
  EXPECT_LT(test["runs"], 100'000);
  const json& growth = novelty["growth"];
  EXPECT_EQ(growth.front()["runs"], 1);
  EXPECT_EQ(growth.back()["runs"], test["runs"]);
  for (const char* kind : {"reads_from", "hand_offs", "edges"}) {
    EXPECT_GT(growth.back()[kind], 0) << kind;
    EXPECT_GE(growth.back()[kind], growth.front()[kind]) << kind;
  }
}

TEST(NoveltyTest, DoesNotDependOnTheNumberOfJobs) {
  auto sweep = [](const char* strategy, const char* jobs) {
    Sweep({std::string("--strategy=") + strategy, jobs});
    json report = Report(Project());
    report["totals"].erase("seconds");
    report["totals"].erase("runs_per_second");
    return report;
  };
  for (const char* strategy : {"portfolio", "random", "pct"})
    EXPECT_EQ(sweep(strategy, "--jobs=1"), sweep(strategy, "--jobs=4"))
        << strategy;
}

// Watching changes nothing in what is drawn.
TEST(NoveltyTest, RunsAreTheSameWithAndWithout) {
  for (const char* strategy : {"portfolio", "random", "pct"}) {
    std::string flag = std::string("--strategy=") + strategy;
    json with =
        SweepOne(PoolProject(), "WorkerPoolTest.RunsEveryJob*",
                 {flag, "--trials=150", "--novelty", "--max_failures=0"}, 1);
    json without = SweepOne(
        PoolProject(), "WorkerPoolTest.RunsEveryJob*",
        {flag, "--trials=150", "--no_early_stop", "--max_failures=0"}, 1);
    EXPECT_EQ(with["runs"], without["runs"]) << strategy;
    EXPECT_EQ(with["distinct"], without["distinct"]) << strategy;
    EXPECT_EQ(with["decisions"], without["decisions"]) << strategy;
    EXPECT_EQ(with["failures"], without["failures"]) << strategy;
  }
}

TEST(NoveltyTest, TrialsAndBudgetAreEndsAsWell) {
  CommandResult result = Sweep({"--trials=50"});
  EXPECT_EQ(Report(Project())["tests"][0]["runs"], 50) << result.output;
  EXPECT_EQ(Report(Project())["tests"][0]["novelty"]["ended"], false);
  result = Sweep({"--budget=1ms"});
  EXPECT_THAT(result.output, HasSubstr("not all seeds were run"));
}

TEST(NoveltyTest, IsNotForSearches) {
  CommandResult result = Sweep({"--strategy=dfs"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output,
            "detsim-test: --novelty is for strategies that draw; "
            "--strategy=dfs enumerates\n");
}

}  // namespace
}  // namespace detsim::cmd
