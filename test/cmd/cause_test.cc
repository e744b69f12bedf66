// detsim-test --cause as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "cmd/lib/files.h"
#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using Json = nlohmann::json;

// A stored failure of the pool: the hang at shutdown.
std::string PoolFailure() {
  Json test = SweepOne(
      PoolProject(), "WorkerPoolTest.RunsEveryJobBeforeShutdownReturns",
      {"--trials=2000", "--max_failures=1", "--no_early_stop"}, 1);
  return absl::StrCat(PoolProject(), "/.detsim/",
                      test["failures"][0]["artifact"].get<std::string>());
}

CommandResult Cause(const std::string& project, const std::string& artifact,
                    const std::vector<std::string>& flags = {}) {
  std::vector<std::string> arguments = {"detsim-test", "--dir=" + project,
                                        "--replay=" + artifact, "--cause"};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  return RunTool(std::move(arguments));
}

std::string FailureOf(const std::string& test) {
  Json report = SweepOne(FailuresProject(), "Fails." + test,
                         {"--trials=100", "--max_failures=1",
                          "--hang_seconds=1", "--no_early_stop"},
                         1);
  return absl::StrCat(FailuresProject(), "/.detsim/",
                      report["failures"][0]["artifact"].get<std::string>());
}

TEST(CauseTest, NamesTheDecisionThatSettledTheFailure) {
  const std::string json = WorkFolder() + "/cause.json";
  CommandResult result =
      Cause(PoolProject(), PoolFailure(), {"--json=" + json});
  EXPECT_EQ(result.exit_code, 1) << result.output;
  EXPECT_THAT(result.output, HasSubstr("all later decisions drawn anew"));
  EXPECT_THAT(result.output, HasSubstr("  cause: step "));
  Json cause = Json::parse(*ReadFile(json))["cause"];
  EXPECT_EQ(cause["complete"], true);
  EXPECT_LT(cause["points"][0]["failed"], 50);
  EXPECT_EQ(cause["points"][0]["runs"], 100);
  const Json& decision = cause["decision"];
  EXPECT_LT(decision["share_before"], 0.9);
  EXPECT_GE(decision["share_after"], 0.9);
  EXPECT_THAT(decision["location"].get<std::string>(),
              MatchesRegex("(src|include|tests)/.*:[0-9]+"));
  EXPECT_NE(decision["source"], "");
}

TEST(CauseTest, DoesNotDependOnTheNumberOfJobs) {
  const std::string failure = PoolFailure();
  const std::string one = WorkFolder() + "/cause1.json";
  const std::string three = WorkFolder() + "/cause3.json";
  CommandResult first =
      Cause(PoolProject(), failure, {"--jobs=1", "--json=" + one});
  CommandResult second =
      Cause(PoolProject(), failure, {"--jobs=3", "--json=" + three});
  EXPECT_EQ(first.output, second.output);
  EXPECT_EQ(*ReadFile(one), *ReadFile(three));
}

TEST(CauseTest, TrialsSaysHowManyRunsAreMadeAtEachPoint) {
  CommandResult result = Cause(PoolProject(), PoolFailure(), {"--trials=30"});
  EXPECT_THAT(result.output, HasSubstr("drawn anew (30 runs each)"));
}

TEST(CauseTest, StopsWhenItsBudgetIsUsedUp) {
  CommandResult result = Cause(PoolProject(), PoolFailure(), {"--budget=1ms"});
  EXPECT_EQ(result.exit_code, 1) << result.output;
  EXPECT_THAT(result.output, HasSubstr("stopped early"));
}

TEST(CauseTest, AFailureOfEveryRunHasNone) {
  CommandResult result = Cause(FailuresProject(), FailureOf("Expectation"));
  EXPECT_EQ(result.exit_code, 1) << result.output;
  EXPECT_THAT(result.output, HasSubstr("no decision is the cause"));
}

struct BadCase {
  const char* test;
  const char* message;
};

class BadCauseTest : public testing::TestWithParam<BadCase> {};

TEST_P(BadCauseTest, IsOneLine) {
  CommandResult result = Cause(FailuresProject(), FailureOf(GetParam().test));
  EXPECT_EQ(result.exit_code, 2) << result.output;
  EXPECT_THAT(result.output,
              HasSubstr("detsim-test: cannot look for the cause of "));
  EXPECT_THAT(result.output, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Artifacts, BadCauseTest,
    testing::Values(BadCase{"CarriedState", "on in the same process"},
                    BadCase{"LoopsForever", "each run that fails takes 1.0 s"},
                    BadCase{"KilledUnderSomeSchedules",
                            "its process was killed"}),
    [](const auto& info) { return std::string(info.param.test); });

TEST(CauseTest, NeedsAStoredFailure) {
  CommandResult result =
      RunTool({"detsim-test", "--dir=" + PoolProject(), "--cause"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output,
            "detsim-test: --cause needs --replay=FILE: a stored failure to "
            "look at\n");
}

}  // namespace
}  // namespace detsim::cmd
