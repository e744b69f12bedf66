// --own_libs: precompiled shared libraries, of ours and Debian's Abseil, under
// the scheduler and the clock of the program that uses them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "cmd/lib/files.h"
#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

std::string OwnLibsProject() {
  static const std::string project = CopyProject(
      absl::StrCat(DETSIM_SOURCES, "/test/cmd/projects/own_libs"), "own_libs");
  return project;
}

// The report of a sweep over the tests of one program.
Json Sweep(const std::string& target, const std::string& filter,
           std::vector<std::string> flags, int exit_code) {
  flags.push_back("--target=" + target);
  SweepOne(OwnLibsProject(), filter, std::move(flags), exit_code);
  return Report(OwnLibsProject());
}

Json TestNamed(const Json& report, const std::string& name) {
  for (const Json& test : report["tests"]) {
    if (test["name"] == name) return test;
  }
  ADD_FAILURE() << "no test " << name << " in " << report;
  return Json();
}

TEST(OwnLibsTest, ALostWakeUpInALibraryIsFoundAndReplayed) {
  Json report = Sweep("jobs_test", "JobsTest.MissesTheEnd",
                      {"--own_libs", "--trials=300"}, 1);
  Json test = TestNamed(report, "JobsTest.MissesTheEnd");
  ASSERT_EQ(test["failures"].size(), 1u);
  EXPECT_EQ(test["failures"][0]["kind"], "deadlock");
  EXPECT_EQ(test["isolation"], "pages");
  EXPECT_EQ(report["uncontrolled"], Json::array());
  // The artifact says which build it is from.
  CommandResult replay = Replay(OwnLibsProject(), test["failures"][0]);
  EXPECT_EQ(replay.exit_code, 1) << replay.output;
  EXPECT_THAT(replay.output, HasSubstr("as recorded"));
}

TEST(OwnLibsTest, TheMendedLibraryPassesAThousandSeeds) {
  Json report = Sweep("jobs_test", "JobsTest.Mended:JobsTest.UsedByThreads",
                      {"--own_libs", "--trials=1000", "--strategy=random"}, 0);
  EXPECT_EQ(TestNamed(report, "JobsTest.Mended")["runs"], 1000);
  EXPECT_EQ(TestNamed(report, "JobsTest.Mended")["distinct"], 1000);
}

TEST(OwnLibsTest, AThreadThatIsOlderThanMainIsSimulatedToo) {
  Json report =
      Sweep("doubler_test", "*", {"--own_libs", "--trials=50", "--check"}, 0);
  EXPECT_GT(TestNamed(report, "DoublerTest.OldThread")["distinct"], 10);
}

TEST(OwnLibsTest, AbseilWaitsAndSleepsInTheSimulation) {
  Json report =
      Sweep("abseil_test", "AbseilTest.*", {"--own_libs", "--trials=150"}, 1);
  for (const Json& test : report["tests"]) {
    bool fails = test["name"] == "AbseilTest.MissesASignal" ||
                 test["name"] == "AbseilTest.LocksInTwoOrders";
    EXPECT_EQ(test["status"], fails ? "failed" : "passed") << test;
    if (fails) EXPECT_EQ(test["failures"][0]["kind"], "deadlock");
  }
  EXPECT_EQ(report["uncontrolled"], Json::array());
}

TEST(OwnLibsTest, WhatAThreadedLibraryMayDoIsTheSameEveryTime) {
  Json report =
      Sweep("surface_test", "*", {"--own_libs", "--trials=40", "--check"}, 0);
  EXPECT_EQ(report["tests"].size(), 25u);
  for (const Json& test : report["tests"])
    EXPECT_EQ(test["status"], "passed") << test;
}

TEST(OwnLibsTest, WithoutItTheReportSaysSo) {
  Json report = Sweep("jobs_test", "JobsTest.Mended", {"--trials=5"}, 4);
  EXPECT_EQ(TestNamed(report, "JobsTest.Mended")["status"], "uncontrolled");
  CommandResult again =
      RunTool({"detsim-test", "--dir=" + OwnLibsProject(), "--trials=5",
               "--target=jobs_test", "--filter=JobsTest.Mended"});
  EXPECT_THAT(again.output, HasSubstr("--own_libs"));
  // Both builds are kept.
  EXPECT_TRUE(
      std::filesystem::exists(OwnLibsProject() + "/.detsim/build/jobs_test"));
  EXPECT_TRUE(std::filesystem::exists(OwnLibsProject() +
                                      "/.detsim/own_libs/build/jobs_test"));
}

TEST(OwnLibsTest, AThreadLocalOfALibraryNeedsIt) {
  std::string project = SmallProject(
      "native_local",
      std::string(kGtestList) +
          "add_custom_command(OUTPUT libown.so COMMAND g++ -fPIC -shared "
          "${CMAKE_SOURCE_DIR}/own.cpp -o libown.so)\n"
          "add_custom_target(own DEPENDS libown.so)\n"
          "add_dependencies(app own)\n"
          "target_link_libraries(app PRIVATE "
          "${CMAKE_BINARY_DIR}/libown.so)\n",
      "#include <gtest/gtest.h>\n"
      "extern __thread int of_library;\n"
      "TEST(A, B) { EXPECT_EQ(of_library, 5); }\n");
  ASSERT_TRUE(
      WriteFile(project + "/own.cpp", "__thread int of_library = 5;\n").ok());
  CommandResult result = RunTool({"detsim-test", "--dir=" + project});
  EXPECT_EQ(result.exit_code, 3) << result.output;
  EXPECT_THAT(result.output, HasSubstr("--own_libs"));
  result = RunTool({"detsim-test", "--dir=" + project, "--own_libs"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
}

}  // namespace
}  // namespace detsim::cmd
