// What a search has proved, and what it cannot see.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(ProofsTest, SmallTestIsProvedAndItsOtherSeedsAreDrawn) {
  std::string project = SmallProject("proved", kGtestList, R"(
#include <gtest/gtest.h>
#include <mutex>
#include <thread>
TEST(Proofs, Sum) {
  std::mutex mutex;
  int sum = 0;
  auto add = [&] {
    std::lock_guard<std::mutex> lock(mutex);
    ++sum;
  };
  std::thread one(add), two(add);
  one.join();
  two.join();
  EXPECT_EQ(sum, 2);
}
)");
  CommandResult result =
      RunTool({"detsim-test", "--dir=" + project, "--trials=200"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("all 2 schedules up to equivalence"));
  EXPECT_THAT(result.output, HasSubstr("held fixed: the order of what only "
                                       "precompiled code touches"));
  EXPECT_THAT(result.output, HasSubstr("portfolio: "));
  json test = Report(project)["tests"][0];
  EXPECT_EQ(test["exhausted"]["schedules"], 2);
  EXPECT_EQ(test["runs"], 200);
}

// Both threads take steps that the search holds for independent.
TEST(ProofsTest, OrderWithinPrecompiledCodeIsStillFound) {
  std::string project = SmallProject("unseen", kGtestList, R"(
#include <gtest/gtest.h>
#include <string>
#include <thread>
TEST(Proofs, Appends) {
  std::string text;
  std::thread one([&] { text.append("one, and more than fits inside it"); });
  std::thread two([&] { text.append("two, and more than fits inside it"); });
  one.join();
  two.join();
  EXPECT_EQ(text[0], 'o');
}
)");
  CommandResult result = RunTool({"detsim-test", "--dir=" + project});
  EXPECT_EQ(result.exit_code, 1) << result.output;
  EXPECT_EQ(Report(project)["tests"][0]["status"], "failed");
}

}  // namespace
}  // namespace detsim::cmd
