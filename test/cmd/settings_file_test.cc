#include "cmd/lib/settings_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/flags/flag.h"
#include "cmd/lib/command_line.h"
#include "cmd/lib/files.h"

using StringList = std::vector<std::string>;
ABSL_FLAG(int, set_number, 1, "a number");
ABSL_FLAG(bool, set_switch, false, "a switch");
ABSL_FLAG(StringList, set_list, {}, "a list");

namespace detsim::cmd {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class SettingsFileTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    absl::SetFlag(&FLAGS_set_number, 1);
    absl::SetFlag(&FLAGS_set_switch, false);
    absl::SetFlag(&FLAGS_set_list, StringList());
  }

  absl::Status Apply(const std::string& text,
                     std::set<std::string> given = {}) {
    EXPECT_TRUE(WriteFile(folder_ + "/.detsim.json", text).ok());
    return ApplySettingsFile(folder_, help_, &given);
  }
  std::string Error(const std::string& text) {
    return std::string(Apply(text).message());
  }

  const std::string folder_ = testing::TempDir() + "/settings_file_test";
  const CommandHelp help_ = {.name = "a-command",
                             .summary = "",
                             .usage = "",
                             .flags = {{"set_number", "N"},
                                       {"set_switch", ""},
                                       {"set_list", "NAMES"},
                                       {"dir", "DIR"}},
                             .examples = ""};
};

TEST_F(SettingsFileTest, SetsFlagsOfEveryType) {
  ASSERT_TRUE(Apply("{ // why\n \"set_number\": 7, \"set_switch\": true,"
                    "\"set_list\": [\"a\", \"b\"] }")
                  .ok());
  EXPECT_EQ(absl::GetFlag(FLAGS_set_number), 7);
  EXPECT_TRUE(absl::GetFlag(FLAGS_set_switch));
  EXPECT_THAT(absl::GetFlag(FLAGS_set_list), ElementsAre("a", "b"));
}

TEST_F(SettingsFileTest, WhatIsGivenWins) {
  ASSERT_TRUE(Apply("{\"set_number\": 7}", {"set_number"}).ok());
  EXPECT_EQ(absl::GetFlag(FLAGS_set_number), 1);
}

TEST_F(SettingsFileTest, NoFileIsNoError) {
  std::set<std::string> given;
  EXPECT_TRUE(ApplySettingsFile(folder_, help_, &given).ok());
  EXPECT_TRUE(given.empty());
}

TEST_F(SettingsFileTest, NamesWhatIsWrong) {
  const std::string path = folder_ + "/.detsim.json: ";
  EXPECT_EQ(Error("{\"set_numbr\": 7}"),
            path + "unknown flag --set_numbr; did you mean --set_number?");
  EXPECT_EQ(Error("{\"dir\": \".\"}"), path + "--dir cannot be a setting");
  EXPECT_THAT(Error("{\"set_number\": \"many\"}"),
              HasSubstr("--set_number=many is not valid"));
  EXPECT_THAT(Error("{\"set_list\": [1]}"), HasSubstr("a list of texts"));
  EXPECT_EQ(Error("[]"), path + "is no JSON object of flags");
  EXPECT_THAT(Error("{"), HasSubstr("parse error at line 1"));
}

}  // namespace
}  // namespace detsim::cmd
