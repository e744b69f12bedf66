#include "cmd/lib/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/flags/flag.h"
#include "absl/time/time.h"

ABSL_FLAG(uint64_t, line_trials, 1000, "runs of every test");
ABSL_FLAG(bool, line_minimize, false, "shrink failures");
ABSL_FLAG(std::vector<std::string>, line_cmake_arg, {}, "arguments for CMake");
ABSL_FLAG(absl::Duration, line_max_stall, absl::Milliseconds(100), "a time");
ABSL_FLAG(std::string, line_hidden, "", "a flag of the library itself");

namespace detsim::cmd {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

CommandHelp Help() {
  return {.name = "detsim-line",
          .summary = "does nothing.",
          .usage = "  detsim-line [flags]",
          .flags = {{"line_trials", "N"},
                    {"line_minimize", ""},
                    {"line_cmake_arg", "ARGS"},
                    {"line_max_stall", "DURATION"}},
          .examples = "  detsim-line --line_trials=3\n"};
}

absl::StatusOr<CommandLine> Parse(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "detsim-line");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  return ParseCommandLine(static_cast<int>(argv.size()), argv.data(), Help());
}

std::string ErrorOf(std::vector<std::string> arguments) {
  return std::string(Parse(std::move(arguments)).status().message());
}

TEST(CommandLineTest, SetsFlagsAndReturnsTheRest) {
  auto line = Parse({"view", "--line_trials=7", "file"});
  ASSERT_TRUE(line.ok()) << line.status();
  EXPECT_THAT(line->positional, ElementsAre("view", "file"));
  EXPECT_EQ(absl::GetFlag(FLAGS_line_trials), 7u);
}

TEST(CommandLineTest, DashesAreUnderscores) {
  ASSERT_TRUE(Parse({"--line-max-stall=3ms"}).ok());
  EXPECT_EQ(absl::GetFlag(FLAGS_line_max_stall), absl::Milliseconds(3));
}

TEST(CommandLineTest, ValueMayBeTheNextWord) {
  ASSERT_TRUE(Parse({"--line_trials", "9"}).ok());
  EXPECT_EQ(absl::GetFlag(FLAGS_line_trials), 9u);
  EXPECT_EQ(ErrorOf({"--line_trials"}), "--line_trials needs a value");
}

TEST(CommandLineTest, SwitchesGoOnAndOff) {
  auto line = Parse({"--line_minimize", "word"});
  ASSERT_TRUE(line.ok());
  EXPECT_TRUE(absl::GetFlag(FLAGS_line_minimize));
  EXPECT_THAT(line->positional, ElementsAre("word"));
  ASSERT_TRUE(Parse({"--noline_minimize"}).ok());
  EXPECT_FALSE(absl::GetFlag(FLAGS_line_minimize));
}

TEST(CommandLineTest, RepeatedListsAddUp) {
  ASSERT_TRUE(
      Parse({"--line_cmake_arg=-DA=1,-DB=2", "--line_cmake_arg=-DC=3"}).ok());
  EXPECT_THAT(absl::GetFlag(FLAGS_line_cmake_arg),
              ElementsAre("-DA=1", "-DB=2", "-DC=3"));
  // A new command line begins anew.
  ASSERT_TRUE(Parse({"--line_cmake_arg=-DD=4"}).ok());
  EXPECT_THAT(absl::GetFlag(FLAGS_line_cmake_arg), ElementsAre("-DD=4"));
}

TEST(CommandLineTest, UnknownFlagNamesTheNearest) {
  EXPECT_EQ(ErrorOf({"--line_trails=3"}),
            "unknown flag --line_trails; did you mean --line_trials?");
  EXPECT_EQ(ErrorOf({"--something_else"}),
            "unknown flag --something_else; see detsim-line --help");
}

TEST(CommandLineTest, FlagsOfLibrariesAreUnknown) {
  EXPECT_THAT(ErrorOf({"--line_hidden=3"}), HasSubstr("unknown flag"));
}

TEST(CommandLineTest, BadValueIsNamed) {
  EXPECT_EQ(ErrorOf({"--line_trials=many"}),
            "--line_trials=many is not valid: runs of every test "
            "(--line_trials=N)");
}

TEST(CommandLineTest, TwoDashesEndTheFlags) {
  auto line = Parse({"word", "--", "--line_trials=3", "--"});
  ASSERT_TRUE(line.ok());
  EXPECT_THAT(line->positional, ElementsAre("word"));
  EXPECT_THAT(line->after_dashes, ElementsAre("--line_trials=3", "--"));
}

TEST(CommandLineTest, HelpAndVersionAreSeen) {
  EXPECT_TRUE(Parse({"--help"})->help);
  EXPECT_TRUE(Parse({"--version"})->version);
}

TEST(HelpTextTest, ListsEveryFlagWithItsDefaultAndExamples) {
  std::string text = HelpText(Help());
  EXPECT_THAT(text, HasSubstr("--line_trials=N"));
  EXPECT_THAT(text, HasSubstr("runs of every test (default 1000)"));
  EXPECT_THAT(text, HasSubstr("--line_minimize "));
  EXPECT_THAT(text, HasSubstr("detsim-line --line_trials=3"));
}

}  // namespace
}  // namespace detsim::cmd
