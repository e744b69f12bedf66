#include "cmd/lib/cmake_targets.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"
#include "cmd/lib/subprocess.h"

namespace detsim::cmd {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr char kReply[] = "/.cmake/api/v1/reply/";

// True for "-lgtest", "lib/libgmock.a", "libgtest_main.so.1.12.1".
bool IsGtestLibrary(std::string_view fragment) {
  size_t slash = fragment.rfind('/');
  if (slash != std::string_view::npos) fragment.remove_prefix(slash + 1);
  if (fragment.starts_with("-l"))
    fragment.remove_prefix(2);
  else if (fragment.starts_with("lib"))
    fragment.remove_prefix(3);
  else
    return false;
  return fragment.starts_with("gtest") || fragment.starts_with("gmock");
}

bool LinksGtest(const Json& target) {
  if (target.contains("link") && target["link"].contains("commandFragments")) {
    for (const Json& fragment : target["link"]["commandFragments"]) {
      if (IsGtestLibrary(fragment.value("fragment", ""))) return true;
    }
  }
  // Some projects compile the framework into each test.
  if (target.contains("sources")) {
    for (const Json& source : target["sources"]) {
      std::string path = source.value("path", "");
      if (path.ends_with("gtest-all.cc") || path.ends_with("gmock-all.cc") ||
          path.ends_with("gmock-gtest-all.cc"))
        return true;
    }
  }
  return false;
}

absl::StatusOr<Json> ReadJson(const std::string& path) {
  absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return BuildError(std::string(text.status().message()));
  Json json = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    return BuildError(absl::StrCat(path, " is not JSON; remove the folder ",
                                   "and try again"));
  return json;
}

// The newest index: CMake names them so that the last in order counts.
std::string NewestIndex(const std::string& build) {
  std::string newest;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(build + kReply, error)) {
    std::string name = entry.path().filename();
    if (name.starts_with("index-")) newest = std::max(newest, name);
  }
  return newest;
}

std::optional<CmakeTarget> ReadTarget(const Json& target,
                                      const std::string& build) {
  if (target.value("type", "") != "EXECUTABLE") return std::nullopt;
  if (!target.contains("artifacts") || target["artifacts"].empty())
    return std::nullopt;
  CmakeTarget result;
  result.name = target.value("name", "");
  fs::path binary = target["artifacts"][0].value("path", "");
  result.binary = binary.is_absolute()
                      ? binary.string()
                      : (fs::path(build) / binary).lexically_normal().string();
  result.links_gtest = LinksGtest(target);
  return result;
}

bool HasProperty(const Json& test, std::string_view name) {
  if (!test.contains("properties")) return false;
  for (const Json& property : test["properties"]) {
    if (property.value("name", "") == name) return true;
  }
  return false;
}

// Empty when it is not said or not there.
std::string WorkingDirectory(const Json& test) {
  if (!test.contains("properties")) return "";
  for (const Json& property : test["properties"]) {
    if (property.value("name", "") != "WORKING_DIRECTORY" ||
        !property["value"].is_string())
      continue;
    std::string path = property["value"];
    std::error_code error;
    return fs::is_directory(path, error) ? AbsolutePath(path) : "";
  }
  return "";
}

}  // namespace

absl::Status WriteCmakeQuery(const std::string& build) {
  return WriteFile(build + "/.cmake/api/v1/query/client-detsim/codemodel-v2",
                   "");
}

absl::StatusOr<std::vector<CmakeTarget>> ReadCmakeTargets(
    const std::string& build) {
  std::string index_name = NewestIndex(build);
  if (index_name.empty())
    return BuildError(
        absl::StrCat("CMake did not describe its targets in ", build));
  absl::StatusOr<Json> index = ReadJson(build + kReply + index_name);
  if (!index.ok()) return index.status();
  std::string model_name =
      (*index)["reply"]["client-detsim"]["codemodel-v2"].value("jsonFile", "");
  absl::StatusOr<Json> model = ReadJson(build + kReply + model_name);
  if (!model.ok()) return model.status();

  std::vector<CmakeTarget> targets;
  for (const Json& row : (*model)["configurations"][0]["targets"]) {
    absl::StatusOr<Json> target =
        ReadJson(build + kReply + row.value("jsonFile", ""));
    if (!target.ok()) return target.status();
    std::optional<CmakeTarget> read = ReadTarget(*target, build);
    if (read) targets.push_back(std::move(*read));
  }
  std::sort(targets.begin(), targets.end(),
            [](const CmakeTarget& a, const CmakeTarget& b) {
              return a.name < b.name;
            });
  return targets;
}

void ReadCtestEntries(std::string_view ctest_output,
                      std::vector<CmakeTarget>* programs) {
  for (CmakeTarget& program : *programs)
    program.directory = fs::path(program.binary).parent_path();
  // Its warnings are around it.
  size_t begin = std::min(ctest_output.find("{\n"), ctest_output.size());
  size_t end = ctest_output.rfind('}');
  if (end == std::string_view::npos || end < begin) return;
  Json json = Json::parse(ctest_output.substr(begin, end + 1 - begin), nullptr,
                          /*allow_exceptions=*/false);
  if (json.is_discarded() || !json.contains("tests")) return;
  for (const Json& test : json["tests"]) {
    if (!test.contains("command") || HasProperty(test, "DISABLED")) continue;
    // An emulator may stand before the program.
    std::vector<std::string> command = test["command"];
    for (CmakeTarget& program : *programs) {
      auto found = std::find(command.begin(), command.end(), program.binary);
      if (found == command.end()) continue;
      CtestEntry entry = {.name = test.value("name", ""),
                          .arguments = {found + 1, command.end()},
                          .directory = WorkingDirectory(test)};
      if (entry.directory.empty())
        entry.directory = fs::path(program.binary).parent_path();
      program.tests.push_back(std::move(entry));
    }
  }
  for (CmakeTarget& program : *programs) {
    if (!program.tests.empty())
      program.directory = program.tests.front().directory;
  }
}

void FindCtestEntries(const std::string& build,
                      std::vector<CmakeTarget>* programs) {
  auto result = RunCommand(
      {.arguments = {"ctest", "--test-dir", build, "--show-only=json-v1"}});
  ReadCtestEntries(result.ok() ? result->output : "", programs);
}

}  // namespace detsim::cmd
