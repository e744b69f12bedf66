#include "cmd/lib/launcher/config.h"

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "rewriter/output/files.h"

namespace detsim::launcher {
namespace {

bool HasBuildFile(const std::filesystem::path& directory) {
  static constexpr std::array<const char*, 6> kNames = {
      "CMakeLists.txt", "meson.build", "Makefile",
      "configure",      "BUILD",       "BUILD.bazel"};
  std::error_code error;
  for (const char* name : kNames)
    if (std::filesystem::exists(directory / name, error)) return true;
  return false;
}

std::string ProjectRoot(const std::string& directory) {
  std::error_code error;
  std::string outermost = directory;
  for (std::filesystem::path path = directory; path.has_relative_path();
       path = path.parent_path()) {
    if (std::filesystem::exists(path / ".git", error)) return path.string();
    if (HasBuildFile(path)) outermost = path.string();
  }
  return outermost;
}

}  // namespace

LauncherConfig DefaultLauncherConfig(const std::string& directory) {
  const std::string root = ProjectRoot(directory);
  return {.state_dir = root + "/.detsim/rewritten",
          .scope = {root},
          .exclude = {},
          .cc_args = {}};
}

bool SetScope(const std::vector<std::string>& entries,
              const std::string& directory, LauncherConfig& config) {
  bool is_whole = true;
  for (const std::string& entry : entries) {
    const bool leaves_out = entry.starts_with('!');
    const bool adds = entry.starts_with('+');
    const std::string name = entry.substr(leaves_out || adds ? 1 : 0);
    is_whole = is_whole && (leaves_out || adds);
    (leaves_out ? config.exclude : config.scope)
        .push_back(name.starts_with('*')
                       ? name
                       : rewriter::AbsolutePath(name, directory));
  }
  if (is_whole) config.scope.push_back(directory);
  return is_whole;
}

std::string LauncherConfigJson(const LauncherConfig& config) {
  const nlohmann::ordered_json json = {{"version", 1},
                                       {"state_dir", config.state_dir},
                                       {"scope", config.scope},
                                       {"exclude", config.exclude},
                                       {"keep_opt", config.keep_opt},
                                       {"own_libs", config.own_libs},
                                       {"instrument", config.instrument},
                                       {"cc_args", config.cc_args}};
  return json.dump(1, ' ', false,
                   nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

absl::StatusOr<LauncherConfig> ReadLauncherConfig(const std::string& path) {
  absl::StatusOr<std::string> text = rewriter::ReadFile(path);
  if (!text.ok()) return text.status();
  try {
    const nlohmann::json json = nlohmann::json::parse(*text);
    if (json.at("version").get<int>() != 1) {
      return absl::InvalidArgumentError(absl::StrCat(
          path, " has version ", json.at("version").dump(),
          ", this detsim-cc reads version 1; run detsim-test again"));
    }
    LauncherConfig config = {.from_file = true};
    json.at("state_dir").get_to(config.state_dir);
    json.at("scope").get_to(config.scope);
    config.exclude = json.value("exclude", std::vector<std::string>());
    config.keep_opt = json.value("keep_opt", false);
    config.own_libs = json.value("own_libs", false);
    config.instrument = json.value("instrument", true);
    config.cc_args = json.value("cc_args", std::vector<std::string>());
    return config;
  } catch (const nlohmann::json::exception& error) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, " is not a launcher configuration: ", error.what()));
  }
}

}  // namespace detsim::launcher
