#include "cmd/lib/launcher/state.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "absl/strings/str_cat.h"
#include "rewriter/output/files.h"
#include "rewriter/output/fingerprint.h"

namespace detsim::launcher {
namespace {

namespace fs = std::filesystem;
using rewriter::Fingerprint;
using rewriter::FingerprintOf;

std::string ToolDirectory() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path().string();
}

void AddFile(const std::string& path, Fingerprint& fingerprint) {
  absl::StatusOr<std::string> text = rewriter::ReadFile(path);
  fingerprint.Add(path).Add(text.ok() ? *text : "");
}

std::string RuntimeFingerprint(const LauncherConfig& config) {
  Fingerprint fingerprint;
  AddFile(RuntimeObject(config), fingerprint);
  AddFile(ResourceDirectory() + "/link_flags.txt", fingerprint);
  AddFile(ResourceDirectory() + "/exported_symbols.txt", fingerprint);
  return fingerprint.Hex();
}

absl::Status WriteGitIgnore(const LauncherConfig& config) {
  // state_dir is .detsim/rewritten: the outer folder is wholly ours too.
  const fs::path outer = fs::path(config.state_dir).parent_path();
  const fs::path folder =
      outer.filename() == ".detsim" ? outer : fs::path(config.state_dir);
  return rewriter::WriteFileIfChanged((folder / ".gitignore").string(), "*\n");
}

// Build systems compare the stamp's time with when a compile began. detsim-test
// writes it before the build; a lone detsim-cc writes it during one, and then
// the time that counts is when the tool itself changed.
absl::Status WriteStamp(const LauncherConfig& config, bool before_build) {
  const std::string path = StampPath(config);
  const std::string text = StampText(config);
  absl::StatusOr<std::string> old = rewriter::ReadFile(path);
  if (old.ok() && *old == text) return absl::OkStatus();
  absl::Status status = rewriter::WriteFile(path, text);
  if (!status.ok() || (old.ok() && before_build)) return status;
  std::error_code error;
  const auto changed =
      std::max(fs::last_write_time(LauncherPath(), error),
               fs::last_write_time(RewritingLauncherPath(), error));
  fs::last_write_time(path, changed, error);
  return absl::OkStatus();
}

std::string CurrentStamp(const LauncherConfig& config) {
  absl::StatusOr<std::string> stamp = rewriter::ReadFile(StampPath(config));
  return stamp.ok() ? *stamp : "";
}

void RemoveStaleFiles(const LauncherConfig& config) {
  const std::string runtime = RuntimeFingerprint(config);
  const std::string stamp = CurrentStamp(config);
  std::error_code error;
  for (const auto& entry :
       fs::directory_iterator(config.state_dir + "/links", error)) {
    absl::StatusOr<std::string> text =
        rewriter::ReadFile(entry.path().string());
    if (!text.ok()) continue;
    const nlohmann::json made = nlohmann::json::parse(*text, nullptr, false);
    if (!made.is_object()) continue;
    if (made.value("runtime", runtime) == runtime &&
        made.value("stamp", stamp) == stamp)
      continue;
    const fs::path program = made.value("program", "");
    if (fs::is_regular_file(fs::symlink_status(program, error)))
      fs::remove(program, error);
    fs::remove(entry.path(), error);
  }
}

}  // namespace

std::string ResourceDirectory() {
  const fs::path tools = ToolDirectory();
  // The launcher that rewrites is one of the resources.
  if (tools.filename() == "detsim") return tools.string();
  return (tools.parent_path() / "lib" / "detsim").string();
}

std::string HooksPluginPath() {
  return ResourceDirectory() + "/libdetsim_hooks.so";
}

std::string RuntimeObject(const LauncherConfig& config) {
  return ResourceDirectory() +
         (config.own_libs ? "/runtime_own_libs.o" : "/runtime.o");
}

std::string LauncherPath() {
  return (fs::path(ResourceDirectory()) / "../../bin/detsim-cc")
      .lexically_normal()
      .string();
}

std::string RewritingLauncherPath() {
  return ResourceDirectory() + "/detsim-cc-rewriting";
}

std::string StampPath(const LauncherConfig& config) {
  return config.state_dir + "/stamp";
}

std::string StampText(const LauncherConfig& config) {
  Fingerprint fingerprint;
  fingerprint.Add(LauncherConfigJson(config));
  AddFile(LauncherPath(), fingerprint);
  AddFile(RewritingLauncherPath(), fingerprint);
  AddFile(ResourceDirectory() + "/compile_flags.txt", fingerprint);
  AddFile(HooksPluginPath(), fingerprint);
  std::set<std::string> headers;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(
           ResourceDirectory() + "/include", error)) {
    if (entry.is_regular_file()) headers.insert(entry.path().string());
  }
  for (const std::string& header : headers) AddFile(header, fingerprint);
  return fingerprint.Hex() + "\n";
}

absl::Status PrepareState(const LauncherConfig& config,
                          const std::string& config_path) {
  absl::Status status = WriteGitIgnore(config);
  if (status.ok() && !config_path.empty()) {
    status =
        rewriter::WriteFileIfChanged(config_path, LauncherConfigJson(config));
  }
  if (status.ok()) status = WriteStamp(config, !config_path.empty());
  if (status.ok()) RemoveStaleFiles(config);
  return status;
}

absl::Status RecordMadeFile(const LauncherConfig& config,
                            const MadeFile& file) {
  // Questions are compiled to /dev/null. A link stays, and leads to what goes.
  std::error_code error;
  const fs::path real = fs::canonical(file.path, error);
  if (error || !fs::is_regular_file(real, error)) return absl::OkStatus();
  nlohmann::json made = {{"program", real.string()}};
  if (file.linked) made["runtime"] = RuntimeFingerprint(config);
  if (file.compiled) made["stamp"] = CurrentStamp(config);
  return rewriter::WriteFile(absl::StrCat(config.state_dir, "/links/",
                                          FingerprintOf(file.path), ".json"),
                             made.dump());
}

std::string FileIdentity(const std::string& path) {
  std::error_code error;
  return absl::StrCat(
      path, " ", fs::file_size(path, error), " ",
      fs::last_write_time(path, error).time_since_epoch().count());
}

int FailToBuild(const absl::Status& status) {
  constexpr int kExitBuild = 3;
  std::fprintf(stderr, "detsim-cc: %s\n",
               std::string(status.message()).c_str());
  return kExitBuild;
}

void SayOnce(const LauncherConfig& config, const std::string& message) {
  const std::string path =
      absl::StrCat(config.state_dir, "/said/", FingerprintOf(message));
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  // "x": only one of several processes makes the file.
  std::FILE* file = std::fopen(path.c_str(), "wx");
  if (file == nullptr) return;
  std::fputs(message.c_str(), file);
  std::fclose(file);
  std::fprintf(stderr, "detsim-cc: %s\n", message.c_str());
}

}  // namespace detsim::launcher
