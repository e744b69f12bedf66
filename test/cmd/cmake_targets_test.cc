#include "cmd/lib/cmake_targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cmd/lib/files.h"

namespace detsim::cmd {
namespace {

constexpr char kIndex[] = R"({"reply": {"client-detsim": {
  "codemodel-v2": {"jsonFile": "codemodel.json"}}}})";
constexpr char kModel[] = R"({"configurations": [{"targets": [
  {"jsonFile": "test.json"}, {"jsonFile": "app.json"},
  {"jsonFile": "lib.json"}, {"jsonFile": "own.json"}]}]})";
constexpr char kTest[] = R"({"name": "queue_test", "type": "EXECUTABLE",
  "artifacts": [{"path": "tests/queue_test"}],
  "link": {"commandFragments": [{"fragment": "libqueue.a"},
    {"fragment": "/usr/lib/libgtest_main.a"}]}})";
constexpr char kApp[] = R"({"name": "app", "type": "EXECUTABLE",
  "artifacts": [{"path": "/elsewhere/app"}],
  "link": {"commandFragments": [{"fragment": "-lpthread"}]}})";
constexpr char kLibrary[] = R"({"name": "queue", "type": "STATIC_LIBRARY",
  "artifacts": [{"path": "libqueue.a"}]})";
constexpr char kOwn[] = R"({"name": "own_test", "type": "EXECUTABLE",
  "artifacts": [{"path": "own_test"}],
  "sources": [{"path": "third_party/gtest/src/gtest-all.cc"}]})";

std::string MakeReply() {
  std::string build = testing::TempDir() + "/cmake_targets";
  std::filesystem::remove_all(build);
  std::string reply = build + "/.cmake/api/v1/reply/";
  EXPECT_TRUE(WriteFile(reply + "index-2023-01-01.json", "{ old").ok());
  EXPECT_TRUE(WriteFile(reply + "index-2024-01-01.json", kIndex).ok());
  EXPECT_TRUE(WriteFile(reply + "codemodel.json", kModel).ok());
  EXPECT_TRUE(WriteFile(reply + "test.json", kTest).ok());
  EXPECT_TRUE(WriteFile(reply + "app.json", kApp).ok());
  EXPECT_TRUE(WriteFile(reply + "lib.json", kLibrary).ok());
  EXPECT_TRUE(WriteFile(reply + "own.json", kOwn).ok());
  return build;
}

TEST(CmakeTargetsTest, FindsExecutablesAndWhetherTheyLinkGoogleTest) {
  std::string build = MakeReply();
  auto targets = ReadCmakeTargets(build);
  ASSERT_TRUE(targets.ok()) << targets.status();
  ASSERT_EQ(targets->size(), 3u);
  EXPECT_EQ(targets->at(0).name, "app");
  EXPECT_EQ(targets->at(0).binary, "/elsewhere/app");
  EXPECT_FALSE(targets->at(0).links_gtest);
  EXPECT_EQ(targets->at(1).name, "own_test");
  EXPECT_TRUE(targets->at(1).links_gtest);
  EXPECT_EQ(targets->at(2).name, "queue_test");
  EXPECT_EQ(AbsolutePath(targets->at(2).binary),
            AbsolutePath(build + "/tests/queue_test"));
  EXPECT_TRUE(targets->at(2).links_gtest);
}

TEST(CmakeTargetsTest, NoAnswerIsABuildError) {
  auto targets = ReadCmakeTargets(testing::TempDir() + "/nothing_here");
  EXPECT_TRUE(absl::IsFailedPrecondition(targets.status()));
}

TEST(CmakeTargetsTest, DamagedAnswerIsABuildError) {
  std::string build = MakeReply();
  ASSERT_TRUE(
      WriteFile(build + "/.cmake/api/v1/reply/app.json", "{ \"na").ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(ReadCmakeTargets(build).status()));
}

TEST(CmakeTargetsTest, TestsSayWhereTheyRun) {
  std::vector<CmakeTarget> programs = {{.name = "a", .binary = "/b/a"},
                                       {.name = "c", .binary = "/b/bin/c"},
                                       {.name = "d", .binary = "/b/d"}};
  ReadCtestEntries(
      R"(a warning
{
  "tests": [
    {"name": "one", "command": ["/usr/bin/env", "/b/a", "--x"],
     "properties": [{"name": "WORKING_DIRECTORY", "value": "/usr"}]},
    {"name": "two", "command": ["/b/a"],
     "properties": [{"name": "WORKING_DIRECTORY", "value": "/tmp"}]},
    {"name": "gone", "command": ["/b/d"],
     "properties": [{"name": "WORKING_DIRECTORY", "value": "/nonexistent"}]},
    {"name": "not built", "properties": []}
  ]
}
another warning)",
      &programs);
  EXPECT_EQ(programs[0].directory, "/usr");
  EXPECT_EQ(programs[1].directory, "/b/bin");
  EXPECT_EQ(programs[2].directory, "/b");
}

TEST(CmakeTargetsTest, TestsSayWhatTheyRun) {
  std::vector<CmakeTarget> programs = {{.name = "a", .binary = "/b/a"}};
  ReadCtestEntries(
      R"({
  "tests": [
    {"name": "first case", "command": ["/b/a", "first case", "-v"]},
    {"name": "no", "command": ["/b/a"],
     "properties": [{"name": "DISABLED", "value": true}]},
    {"name": "all", "command": ["/usr/bin/env", "/b/a"]},
    {"name": "other", "command": ["/b/other"]}
  ]
})",
      &programs);
  ASSERT_EQ(programs[0].tests.size(), 2u);
  EXPECT_EQ(programs[0].tests[0].name, "first case");
  EXPECT_THAT(programs[0].tests[0].arguments,
              testing::ElementsAre("first case", "-v"));
  EXPECT_EQ(programs[0].tests[0].directory, "/b");
  EXPECT_EQ(programs[0].tests[1].name, "all");
  EXPECT_THAT(programs[0].tests[1].arguments, testing::IsEmpty());
}

TEST(CmakeTargetsTest, WithoutCtestTestsRunBesideTheirProgram) {
  std::vector<CmakeTarget> programs = {{.name = "a", .binary = "/b/a"}};
  for (const char* output :
       {"", "sh: ctest: not found", "{\n broken", "}{\n"}) {
    ReadCtestEntries(output, &programs);
    EXPECT_EQ(programs[0].directory, "/b") << output;
  }
}

}  // namespace
}  // namespace detsim::cmd
