#include "test/cmd/end_to_end.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cmd/lib/files.h"

namespace detsim::cmd {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string WorkFolder() { return DETSIM_TEST_WORK; }

CommandResult RunTool(std::vector<std::string> arguments) {
  arguments[0] = absl::StrCat(DETSIM_BIN, "/", arguments[0]);
  auto result = RunCommand({.arguments = std::move(arguments)});
  EXPECT_TRUE(result.ok()) << result.status();
  return result.ok() ? *result : CommandResult();
}

// A copy of a source folder, made anew but for its .detsim.
std::string CopyProject(const std::string& from, const std::string& name) {
  std::string to = absl::StrCat(WorkFolder(), "/", name);
  fs::create_directories(to);
  for (const auto& entry : fs::recursive_directory_iterator(from)) {
    bool ours = entry.path().string().find("/.detsim") != std::string::npos;
    if (!entry.is_regular_file() || ours) continue;
    std::string text = *ReadFile(entry.path());
    std::string path = to + "/" + RelativeTo(entry.path(), from);
    auto old = ReadFile(path);
    // Untouched files keep their times: nothing is built twice.
    if (!old.ok() || *old != text) EXPECT_TRUE(WriteFile(path, text).ok());
  }
  return to;
}

std::string FailuresProject() {
  static const std::string project = CopyProject(
      absl::StrCat(DETSIM_SOURCES, "/test/cmd/projects/failures"), "failures");
  return project;
}

std::string PoolProject() {
  static const std::string project = CopyProject(
      absl::StrCat(DETSIM_SOURCES, "/examples/workerpool"), "workerpool");
  return project;
}

// A project of one list file and one source.
std::string SmallProject(const std::string& name, const std::string& list,
                         const std::string& source) {
  std::string project = absl::StrCat(WorkFolder(), "/", name);
  fs::remove_all(project);
  EXPECT_TRUE(WriteFile(project + "/CMakeLists.txt",
                        "cmake_minimum_required(VERSION 3.16)\n"
                        "project(small LANGUAGES CXX)\n" +
                            list)
                  .ok());
  EXPECT_TRUE(WriteFile(project + "/main.cc", source).ok());
  return project;
}

const char kGtestList[] =
    "find_package(GTest REQUIRED)\n"
    "add_executable(app main.cc)\n"
    "target_link_libraries(app PRIVATE GTest::gtest_main)\n";

Json Report(const std::string& project) {
  return Json::parse(*ReadFile(project + "/.detsim/report.json"));
}

// The report of a sweep over one test.
Json SweepOne(const std::string& project, const std::string& test,
              std::vector<std::string> flags, int exit_code) {
  std::vector<std::string> arguments = {"detsim-test", "--dir=" + project,
                                        "--filter=" + test};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  CommandResult result = RunTool(std::move(arguments));
  EXPECT_EQ(result.exit_code, exit_code) << result.output;
  return Report(project)["tests"][0];
}

CommandResult Replay(const std::string& project, const Json& failure) {
  std::string artifact = failure["artifact"];
  return RunTool({"detsim-test", "--dir=" + project,
                  "--replay=" + project + "/.detsim/" + artifact});
}

}  // namespace detsim::cmd
