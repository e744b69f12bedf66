// GoogleTest in full: what a suite uses of it works in a sweep.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

std::string Project() {
  static const std::string project =
      CopyProject(absl::StrCat(DETSIM_SOURCES, "/test/cmd/projects/googletest"),
                  "googletest");
  return project;
}

// What became of each test of the last sweep.
std::map<std::string, std::string> Statuses() {
  std::map<std::string, std::string> statuses;
  const Json report = Report(Project());
  for (const Json& test : report["tests"])
    statuses[test["name"]] = test["status"];
  return statuses;
}

class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

TEST(GoogleTestTest, EveryFeatureWorksUnderManySchedules) {
  CommandResult result =
      RunTool({"detsim-test", "--dir=" + Project(), "--trials=60", "--check"});
  EXPECT_EQ(result.exit_code, 1) << result.output;
  std::map<std::string, std::string> statuses = Statuses();
  EXPECT_EQ(statuses.size(), 10u) << result.output;
  const std::map<std::string, std::string> others = {
      {"SkipTest.OnlyAfterAThread", "skipped"},
      {"TraceTest.FailsInOneThreadWithItsOwnTrace", "failed"}};
  for (const auto& [name, status] : statuses) {
    auto other = others.find(name);
    EXPECT_EQ(status, other == others.end() ? "passed" : other->second) << name;
  }
  EXPECT_THAT(result.output, HasSubstr("wanted by trace of the other"));
  EXPECT_THAT(result.output, Not(HasSubstr("trace of main")));
}

TEST(GoogleTestTest, OneOfSeveralProgramsCanBeChosen) {
  CommandResult result = RunTool({"detsim-test", "--dir=" + Project(),
                                  "--trials=5", "--target=own_main_test"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_EQ(Statuses(),
            (std::map<std::string, std::string>{
                {"OwnMainTest.HasEnvironmentAndListener", "passed"}}));
}

TEST(ShardTest, EachTestIsInOneShard) {
  std::multiset<std::string> seen;
  const Variable total("GTEST_TOTAL_SHARDS", "3");
  for (int i = 0; i < 3; ++i) {
    const Variable index("GTEST_SHARD_INDEX", absl::StrCat(i));
    CommandResult result =
        RunTool({"detsim-test", "--dir=" + Project(), "--trials=2"});
    EXPECT_THAT(result.output,
                HasSubstr(absl::StrCat("(shard ", i + 1, " of 3)")));
    const Json shard = Report(Project())["shard"];
    EXPECT_EQ(shard["index"], i);
    EXPECT_EQ(shard["total"], 3);
    for (const auto& [name, status] : Statuses()) seen.insert(name);
  }
  EXPECT_EQ(seen.size(), 10u);
  EXPECT_EQ(std::set<std::string>(seen.begin(), seen.end()).size(), 10u);
}

TEST(ShardTest, AnEmptyOneHasNothingToDo) {
  const Variable total("GTEST_TOTAL_SHARDS", "40");
  const Variable index("GTEST_SHARD_INDEX", "39");
  const std::string file = WorkFolder() + "/shard_status";
  const Variable status("GTEST_SHARD_STATUS_FILE", file);
  CommandResult result =
      RunTool({"detsim-test", "--dir=" + Project(), "--trials=2"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(Statuses(), ElementsAre());
  EXPECT_TRUE(std::filesystem::exists(file));
}

TEST(ShardTest, NonsenseIsRefused) {
  const Variable total("GTEST_TOTAL_SHARDS", "2");
  const Variable index("GTEST_SHARD_INDEX", "2");
  CommandResult result = RunTool({"detsim-test", "--dir=" + Project()});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output,
            "detsim-test: GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=2 is no "
            "shard: the index goes from 0 to the total less 1\n");
}

}  // namespace
}  // namespace detsim::cmd
