// Configuration, stamp, dependency files, reports added up, databases.
#include "cmd/lib/launcher/state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "cmd/lib/launcher/compile_database.h"
#include "cmd/lib/launcher/config.h"
#include "cmd/lib/launcher/dependency_file.h"
#include "cmd/lib/launcher/unit_reports.h"
#include "test/rewriter/scratch.h"

namespace detsim::launcher {
namespace {

namespace fs = std::filesystem;
using rewriter::ScratchDirectory;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(ConfigTest, ReadsWhatItWrites) {
  ScratchDirectory scratch;
  const LauncherConfig config = {.state_dir = "/p/.detsim/rewritten",
                                 .scope = {"/p", "/b"},
                                 .exclude = {"*/gen/*"},
                                 .keep_opt = true,
                                 .instrument = false,
                                 .cc_args = {"-DX=\"a b\""}};
  absl::StatusOr<LauncherConfig> read =
      ReadLauncherConfig(scratch.Write("cc.json", LauncherConfigJson(config)));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(LauncherConfigJson(*read), LauncherConfigJson(config));
  EXPECT_TRUE(read->from_file);
}

TEST(ConfigTest, ErrorsNameTheFile) {
  ScratchDirectory scratch;
  const std::string path = scratch.Write("cc.json", "{\"version\": 1}");
  absl::StatusOr<LauncherConfig> read = ReadLauncherConfig(path);
  ASSERT_FALSE(read.ok());
  EXPECT_THAT(std::string(read.status().message()), HasSubstr(path));
}

TEST(ConfigTest, AnotherVersionIsRefused) {
  ScratchDirectory scratch;
  EXPECT_FALSE(
      ReadLauncherConfig(scratch.Write("cc.json", "{\"version\": 2}")).ok());
}

TEST(ConfigTest, TheProjectRootIsTheScope) {
  ScratchDirectory scratch;
  scratch.Write(".git/config", "");
  scratch.Write("sub/build/Makefile", "");
  EXPECT_THAT(DefaultLauncherConfig(scratch.Path("sub/build")).scope,
              ElementsAre(scratch.path()));
}

TEST(ScopeTest, DirectoriesPatternsAndExclusions) {
  const rewriter::Scope scope = {.directories = {"/p", "/q/*/src/*"},
                                 .exclude = {"*/gen/*"}};
  EXPECT_TRUE(scope.Contains("/p/a.cc"));
  EXPECT_FALSE(scope.Contains("/p2/a.cc"));
  EXPECT_TRUE(scope.Contains("/q/x/src/a.cc"));
  EXPECT_FALSE(scope.Contains("/q/x/a.cc"));
  EXPECT_FALSE(scope.Contains("/p/gen/a.cc"));
}

TEST(ScopeTest, ANameStandsForAFileOrAFolder) {
  const rewriter::Scope scope = {.directories = {"/p", "/q/only.h"},
                                 .exclude = {"/p/vendor", "/p/a.h"}};
  EXPECT_TRUE(scope.Contains("/q/only.h"));
  EXPECT_FALSE(scope.Contains("/q/only.hpp"));
  EXPECT_FALSE(scope.Contains("/p/vendor/b.h"));
  EXPECT_FALSE(scope.Contains("/p/a.h"));
  EXPECT_TRUE(scope.Contains("/p/a.hpp"));
}

TEST(ConfigTest, ScopeEntriesReplaceAddAndLeaveOut) {
  LauncherConfig whole;
  EXPECT_TRUE(
      SetScope({"+/usr/include/asio*", "!gen/*", "!*/x.h"}, "/p", whole));
  EXPECT_THAT(whole.scope, ElementsAre("/usr/include/asio*", "/p"));
  EXPECT_THAT(whole.exclude, ElementsAre("/p/gen/*", "*/x.h"));
  LauncherConfig part;
  EXPECT_FALSE(SetScope({"src", "!src/old"}, "/p", part));
  EXPECT_THAT(part.scope, ElementsAre("/p/src"));
  EXPECT_THAT(part.exclude, ElementsAre("/p/src/old"));
}

class StateTest : public testing::Test {
 protected:
  ScratchDirectory scratch_;
  LauncherConfig config_ = {.state_dir = scratch_.Path(".detsim/rewritten"),
                            .scope = {"/p"}};
  std::string file_ = scratch_.Path(".detsim/cc.json");
};

TEST_F(StateTest, ASecondPreparationTouchesNothing) {
  ASSERT_TRUE(PrepareState(config_, file_).ok());
  const auto stamp = fs::last_write_time(StampPath(config_));
  const auto config = fs::last_write_time(file_);
  ASSERT_TRUE(PrepareState(config_, file_).ok());
  EXPECT_EQ(fs::last_write_time(StampPath(config_)), stamp);
  EXPECT_EQ(fs::last_write_time(file_), config);
}

TEST_F(StateTest, TheStampFollowsTheConfiguration) {
  ASSERT_TRUE(PrepareState(config_, file_).ok());
  const auto old = fs::last_write_time(StampPath(config_));
  config_.keep_opt = true;
  ASSERT_TRUE(PrepareState(config_, file_).ok());
  EXPECT_GT(fs::last_write_time(StampPath(config_)), old);
}

TEST_F(StateTest, VersionControlIsToldToLookAway) {
  ASSERT_TRUE(PrepareState(config_, file_).ok());
  EXPECT_TRUE(fs::exists(fs::path(file_).parent_path() / ".gitignore"));
}

TEST_F(StateTest, AProgramLinkedWithThisRuntimeStays) {
  ASSERT_TRUE(rewriter::WriteFile(config_.state_dir + "/program", "").ok());
  ASSERT_TRUE(PrepareState(config_, file_).ok());
  ASSERT_TRUE(RecordMadeFile(config_, {.path = config_.state_dir + "/program",
                                       .linked = true,
                                       .compiled = true})
                  .ok());
  ASSERT_TRUE(PrepareState(config_, file_).ok());
  EXPECT_TRUE(fs::exists(config_.state_dir + "/program"));
}

TEST_F(StateTest, AProgramLinkedWithAnotherRuntimeIsRemoved) {
  const std::string program = config_.state_dir + "/program";
  ASSERT_TRUE(rewriter::WriteFile(program, "").ok());
  ASSERT_TRUE(rewriter::WriteFile(
                  config_.state_dir + "/links/1.json",
                  "{\"program\": \"" + program + "\", \"runtime\": \"other\"}")
                  .ok());
  ASSERT_TRUE(PrepareState(config_, file_).ok());
  EXPECT_FALSE(fs::exists(program));
}

TEST_F(StateTest, AnObjectWithoutDependencyFileGoesWithTheStamp) {
  const std::string object = config_.state_dir + "/a.o";
  const std::string named = config_.state_dir + "/b.o";
  for (const std::string& path : {object, named})
    ASSERT_TRUE(rewriter::WriteFile(path, "").ok());
  ASSERT_TRUE(PrepareState(config_, file_).ok());
  ASSERT_TRUE(RecordMadeFile(config_, {.path = object, .compiled = true}).ok());
  ASSERT_TRUE(RecordMadeFile(config_, {.path = named, .linked = true}).ok());
  ASSERT_TRUE(PrepareState(config_, file_).ok());
  EXPECT_TRUE(fs::exists(object));
  config_.keep_opt = true;
  ASSERT_TRUE(PrepareState(config_, file_).ok());
  EXPECT_FALSE(fs::exists(object));
  EXPECT_TRUE(fs::exists(named));
}

// Build systems compile questions to /dev/null.
TEST_F(StateTest, WhatIsNoFileStays) {
  const std::string pipe = config_.state_dir + "/pipe";
  const std::string object = config_.state_dir + "/a.o";
  const std::string link = config_.state_dir + "/link";
  ASSERT_TRUE(PrepareState(config_, file_).ok());
  ASSERT_TRUE(rewriter::WriteFile(object, "").ok());
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  fs::create_symlink(object, link);
  for (const std::string& path : {pipe, link})
    ASSERT_TRUE(RecordMadeFile(config_, {.path = path, .compiled = true}).ok());
  // Also what an older version has put down.
  ASSERT_TRUE(rewriter::WriteFile(
                  config_.state_dir + "/links/1.json",
                  "{\"program\": \"" + pipe + "\", \"runtime\": \"other\"}")
                  .ok());
  config_.keep_opt = true;
  ASSERT_TRUE(PrepareState(config_, file_).ok());
  EXPECT_TRUE(fs::exists(pipe));
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_FALSE(fs::exists(object));
}

TEST(DependencyFileTest, TheFirstRuleGetsOneMore) {
  EXPECT_EQ(WithDependency("a.o: a.cc \\\n  a.h\n\na.h:\n", "/s/stamp"),
            "a.o: a.cc \\\n  a.h \\\n  /s/stamp\n\na.h:\n");
}

TEST(DependencyFileTest, SpecialCharactersAreEscaped) {
  EXPECT_EQ(WithDependency("a.o: a.cc", "/a b/$c"),
            "a.o: a.cc \\\n  /a\\ b/$$c");
}

rewriter::UnitReport Report(const std::string& object) {
  return {.unit = "/p/a.cc",
          .object = object,
          .edits = {{.file = "/p/a.h", .line = 3, .column = 1}},
          .notes = {{.file = "/p/a.h", .line = 9, .id = "conflict"}},
          .dropped_flags = {}};
}

TEST(UnitReportsTest, WhatTwoUnitsSayCountsOnce) {
  const UnitReports sum = AddUp({Report("/b/2.o"), Report("/b/1.o")});
  EXPECT_EQ(sum.units.front().object, "/b/1.o");
  EXPECT_EQ(sum.edits.size(), 1u);
  EXPECT_EQ(sum.notes.size(), 1u);
  EXPECT_EQ(sum.Uncontrolled().size(), 1u);
}

TEST(UnitReportsTest, CodeThatAnotherUnitReachesIsNotUnreached) {
  rewriter::UnitReport other = Report("/b/2.o");
  other.edits.clear();
  other.notes = {{.file = "/p/a.h", .line = 3, .column = 1, .id = "unreached"}};
  EXPECT_EQ(AddUp({Report("/b/1.o"), other}).notes.size(), 1u);
}

TEST(CompileDatabaseTest, ReadsBothForms) {
  ScratchDirectory scratch;
  absl::StatusOr<std::vector<DatabaseEntry>> entries =
      ReadCompileDatabase(scratch.Write("compile_commands.json", R"([
        {"directory": "/b", "file": "../p/a.cc",
         "command": "c++ -DX='a b' -c ../p/a.cc"},
        {"directory": "/b", "file": "/p/b.cc",
         "arguments": ["c++", "-c", "/p/b.cc"]}])"));
  ASSERT_TRUE(entries.ok()) << entries.status();
  EXPECT_EQ((*entries)[0].file, "/p/a.cc");
  EXPECT_THAT((*entries)[0].words,
              ElementsAre("c++", "-DX=a b", "-c", "../p/a.cc"));
  EXPECT_THAT((*entries)[1].words, ElementsAre("c++", "-c", "/p/b.cc"));
}

TEST(CompileDatabaseTest, IsFoundInBuildFolders) {
  ScratchDirectory scratch;
  EXPECT_EQ(FindCompileDatabase(scratch.path()), "");
  const std::string path =
      scratch.Write("build-debug/compile_commands.json", "[]");
  EXPECT_EQ(FindCompileDatabase(scratch.path()), path);
}

}  // namespace
}  // namespace detsim::launcher
