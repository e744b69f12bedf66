// Stored failures that are damaged, of a newer version, of another test or of
// another build: one line each, with the exit code that fits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cmd/lib/files.h"
#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

class ReplayInputTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    Json test =
        SweepOne(FailuresProject(), "Fails.Expectation", {"--trials=1"}, 1);
    std::string artifact = test["failures"][0]["artifact"];
    text_ = new std::string(
        *ReadFile(absl::StrCat(FailuresProject(), "/.detsim/", artifact)));
  }

  static std::string Changed(const std::string& from, const std::string& to) {
    std::string text = absl::StrReplaceAll(*text_, {{from, to}});
    EXPECT_NE(text, *text_);
    return text;
  }

  static CommandResult ReplayText(const std::string& text) {
    EXPECT_TRUE(WriteFile(File(), text).ok());
    return RunTool(
        {"detsim-test", "--dir=" + FailuresProject(), "--replay=" + File()});
  }

  // What is said of it, in one line, with exit code 2.
  static std::string Refusal(const std::string& text) {
    CommandResult result = ReplayText(text);
    EXPECT_EQ(result.exit_code, 2) << result.output;
    EXPECT_EQ(std::ranges::count(result.output, '\n'), 1) << result.output;
    return absl::StrReplaceAll(result.output, {{File(), "FILE"}});
  }

  static std::string File() { return WorkFolder() + "/input.json"; }

  static std::string* text_;
};

std::string* ReplayInputTest::text_ = nullptr;

TEST_F(ReplayInputTest, CutOff) {
  EXPECT_EQ(Refusal(text_->substr(0, text_->size() / 2)),
            "detsim-test: cannot use FILE: it is cut off or damaged\n");
}

TEST_F(ReplayInputTest, Foreign) {
  EXPECT_EQ(Refusal("project(failures)\n"),
            "detsim-test: cannot use FILE: it is not a failure that "
            "detsim-test wrote\n");
}

TEST_F(ReplayInputTest, WithAFlippedBitInAName) {
  std::string text = *text_;
  text[text.find("\"strategy\"") + 1] ^= 1;
  EXPECT_THAT(Refusal(text), HasSubstr("cannot use FILE: it is damaged: "));
}

TEST_F(ReplayInputTest, WithAFlippedBitInItsForm) {
  std::string text = *text_;
  text[text.find("\"strategy\"")] ^= 1;
  EXPECT_EQ(Refusal(text),
            "detsim-test: cannot use FILE: it is cut off or damaged\n");
}

TEST_F(ReplayInputTest, OfANewerVersion) {
  EXPECT_THAT(Refusal(Changed("\"version\": 1", "\"version\": 9")),
              HasSubstr("cannot use FILE: its version is 9; this detsim reads "
                        "version 1"));
}

TEST_F(ReplayInputTest, OfATestThatIsGone) {
  EXPECT_EQ(Refusal(Changed("Fails.Expectation", "Fails.Gone")),
            "detsim-test: cannot replay FILE: failures_test has no test "
            "Fails.Gone; it was renamed or removed, or the file is of another "
            "project\n");
}

TEST_F(ReplayInputTest, OfAProgramThatIsGone) {
  EXPECT_EQ(
      Refusal(Changed("\"program\": \"failures_test\"",
                      "\"program\": \"gone_test\"")),
      "detsim-test: cannot replay FILE: the project has no program gone_test; "
      "it was renamed or removed, or the file is of another project\n");
}

// The same program, and not what was recorded: nobody can trust that.
TEST_F(ReplayInputTest, OfAnotherTestDoesNotRepeat) {
  CommandResult result =
      ReplayText(Changed("Fails.Expectation", "Fails.Segfault"));
  EXPECT_EQ(result.exit_code, 4) << result.output;
  EXPECT_THAT(result.output,
              HasSubstr("NOT as recorded, on the same program: "));
}

TEST_F(ReplayInputTest, OfAnotherBuildSaysThatTheProgramHasChanged) {
  std::string hash = Json::parse(*text_)["binary_hash"];
  CommandResult result = ReplayText(Changed(hash, "0123456789abcdef"));
  EXPECT_EQ(result.exit_code, 1) << result.output;
  EXPECT_THAT(result.output,
              HasSubstr("as recorded (the program has changed)"));
}

}  // namespace
}  // namespace detsim::cmd
