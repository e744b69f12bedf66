// Test frameworks other than GoogleTest: their tests run one by one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "absl/strings/str_cat.h"
#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

using Json = nlohmann::json;

TEST(FrameworksTest, TestsRunOneByOne) {
  std::string project =
      CopyProject(absl::StrCat(DETSIM_SOURCES, "/test/cmd/projects/frameworks"),
                  "frameworks");
  CommandResult result =
      RunTool({"detsim-test", "--dir=" + project,
               "--target=catch_test,doctest_test", "--trials=100"});
  EXPECT_EQ(result.exit_code, 1) << result.output;
  std::map<std::string, std::string> statuses;
  const Json report = Report(project);
  for (const Json& test : report["tests"]) {
    statuses[absl::StrCat(std::string(test["binary"]), ": ",
                          std::string(test["name"]))] = test["status"];
  }
  EXPECT_EQ(statuses,
            (std::map<std::string, std::string>{
                {"catch_test: counts, with a comma and [brackets]", "failed"},
                {"catch_test: counts", "passed"},
                {"catch_test: ~not an exclusion", "passed"},
                {"doctest_test: counts", "passed"},
                {"doctest_test: counts, with a comma", "failed"},
                {"doctest_test: COUNTS", "passed"}}));
  EXPECT_EQ(Replay(project, report["tests"][0]["failures"][0]).exit_code, 1);
}

}  // namespace
}  // namespace detsim::cmd
