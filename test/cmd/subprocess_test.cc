#include "cmd/lib/subprocess.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace detsim::cmd {
namespace {

TEST(RunCommandTest, CollectsOutputAndExitCode) {
  auto result =
      RunCommand({.arguments = {"sh", "-c", "echo out; echo err >&2; exit 3"}});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->exit_code, 3);
  EXPECT_EQ(result->output, "out\nerr\n");
  EXPECT_EQ(EndText(*result), "exit code 3");
}

TEST(RunCommandTest, GivesLinesAsTheyCome) {
  std::vector<std::string> lines;
  auto result = RunCommand({.arguments = {"printf", "a\\nb\\npart"},
                            .on_line = [&lines](std::string_view line) {
                              lines.emplace_back(line);
                            }});
  ASSERT_TRUE(result.ok());
  EXPECT_THAT(lines, testing::ElementsAre("a", "b"));
}

TEST(RunCommandTest, NamesTheSignal) {
  auto result = RunCommand({.arguments = {"sh", "-c", "kill -SEGV $$"}});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->signal, 11);
  EXPECT_EQ(EndText(*result), "signal 11 (Segmentation fault)");
}

TEST(RunCommandTest, EndsWhatTakesTooLong) {
  auto result =
      RunCommand({.arguments = {"sleep", "100"}, .timeout_seconds = 1});
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->timed_out);
}

TEST(RunCommandTest, UsesTheGivenEnvironmentAndFolder) {
  auto result = RunCommand(
      {.arguments = {"/bin/sh", "-c", "echo $A; pwd; echo ${HOME-none}"},
       .directory = "/",
       .environment = std::vector<std::string>{"A=1"}});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->output, "1\n/\nnone\n");
}

TEST(RunCommandTest, ExtraEnvironmentReplaces) {
  setenv("DETSIM_TEST_VARIABLE", "old", 1);
  auto result =
      RunCommand({.arguments = {"/bin/sh", "-c", "echo $DETSIM_TEST_VARIABLE"},
                  .extra_environment = {"DETSIM_TEST_VARIABLE=new"}});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->output, "new\n");
}

TEST(RunCommandTest, MissingProgramIsNamed) {
  auto result = RunCommand({.arguments = {"detsim-nonesuch"}});
  EXPECT_EQ(result.status().message(),
            "cannot find the program detsim-nonesuch in PATH");
}

}  // namespace
}  // namespace detsim::cmd
