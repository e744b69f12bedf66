// What the report says of the strategies of a portfolio.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::string LastLine(const std::string& output) {
  std::vector<std::string> lines = absl::StrSplit(output, '\n');
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines.empty() ? "" : lines.back();
}

TEST(PortfolioTest, TheLineAddsUpToTheReport) {
  CommandResult result =
      RunTool({"detsim-test", "--dir=" + PoolProject(), "--trials=300",
               "--max_failures=0", "--no_early_stop"});
  EXPECT_EQ(result.exit_code, 1) << result.output;
  json report = Report(PoolProject());
  uint64_t runs = 0;
  uint64_t failing = 0;
  std::map<std::string, uint64_t> by_name;
  std::vector<std::string> parts;
  for (const json& share : report["strategies"]) {
    std::string name = share["name"];
    uint64_t share_runs = share["runs"];
    runs += share_runs;
    failing += share["failing_runs"].get<uint64_t>();
    by_name[name] = share_runs;
    std::string part =
        absl::StrCat(name, " ", share_runs, share_runs == 1 ? " run" : " runs");
    if (share["fresh_runs"] > 0)
      absl::StrAppend(&part, ", ", share["fresh_runs"].get<uint64_t>(), " new");
    if (share["failing_runs"] > 0)
      absl::StrAppend(&part, ", ", share["failing_runs"].get<uint64_t>(),
                      " failed");
    parts.push_back(std::move(part));
  }
  EXPECT_EQ(LastLine(result.output),
            absl::StrCat("portfolio: ", absl::StrJoin(parts, "; ")));
  // Runs of a sequential test are drawn by a strategy, too: the first.
  EXPECT_EQ(runs, report["totals"]["runs"]);
  EXPECT_EQ(failing, report["totals"]["failing_runs"]);
  EXPECT_GT(failing, 0u);
  for (const char* name : {"rff", "surw", "pos", "pct", "random"})
    EXPECT_GT(by_name[name], 0u) << name;
  // Of sixteen seeds six and five are theirs.
  EXPECT_GT(by_name["rff"], by_name["pos"]);
  EXPECT_GT(by_name["surw"], by_name["pos"]);
}

TEST(PortfolioTest, AFailureNamesTheStrategyThatFoundIt) {
  json test = SweepOne(PoolProject(), "WorkerPoolTest.RunsEveryJob*",
                       {"--trials=500", "--max_failures=1"}, 1);
  std::string found_by = test["failures"][0]["strategy"];
  for (const json& share : Report(PoolProject())["strategies"])
    EXPECT_EQ(share["failing_runs"], share["name"] == found_by ? 1 : 0);
}

TEST(PortfolioTest, OtherStrategiesHaveNoLine) {
  CommandResult result =
      RunTool({"detsim-test", "--dir=" + PoolProject(), "--trials=20",
               "--strategy=random", "--filter=JobQueueTest.*"});
  EXPECT_THAT(LastLine(result.output), HasSubstr("no failure"));
  EXPECT_FALSE(Report(PoolProject()).contains("strategies"));
}

}  // namespace
}  // namespace detsim::cmd
