#include "cmd/lib/other_build.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"
#include "cmd/lib/project.h"
#include "cmd/lib/subprocess.h"
#include "cmd/lib/test_frameworks.h"

namespace detsim::cmd {
namespace {

namespace fs = std::filesystem;

// A function of the runtime that every program exports which detsim-cc linked.
constexpr std::string_view kRuntimeName = "detsim_at_thread_exit";

std::string PathOf(const OtherBuild& build, const std::string& binary) {
  std::error_code error;
  const std::string ours = AbsolutePath(fs::path(build.build) / binary);
  return fs::exists(ours, error)
             ? ours
             : AbsolutePath(fs::path(build.directory) / binary);
}

absl::Status CheckProgram(const std::string& binary, const std::string& path,
                          const OtherBuild& build) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) {
    return UsageError(absl::StrCat(
        "--binary=", binary, ": no such program in ", build.directory, " or ",
        build.build,
        build.command.empty() ? "; --build_command=COMMAND builds it"
                              : "; the build command did not make it"));
  }
  absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return UsageError(std::string(text.status().message()));
  if (text->find(kRuntimeName) != std::string::npos) return absl::OkStatus();
  return UsageError(absl::StrCat(
      "--binary=", binary,
      " was not linked by detsim-cc; remove what was built without it (make "
      "clean), and see that the build uses $CXX and $CC"));
}

}  // namespace

absl::Status RunBuildCommand(const OtherBuild& build, Progress* progress) {
  if (build.command.empty()) return absl::OkStatus();
  const char* path = std::getenv("PATH");
  Command command;
  command.arguments = {"sh", "-c", build.command};
  command.directory = build.directory;
  command.extra_environment = {
      absl::StrCat("PATH=", ToolDirectory(), ":", path == nullptr ? "" : path),
      "CC=detsim-cc clang-22",
      "CXX=detsim-cc clang++-22",
      absl::StrCat("DETSIM_CONFIG=", build.configured),
      absl::StrCat("DETSIM_BUILD=", build.build),
      absl::StrCat("DETSIM_STAMP=", build.stamp)};
  command.on_line = [progress](std::string_view line) {
    progress->Update(absl::StrCat("building: ",
                                  absl::string_view(line.data(), line.size())));
  };
  absl::StatusOr<CommandResult> result = RunCommand(command);
  progress->Clear();
  if (!result.ok()) {
    if (absl::IsCancelled(result.status())) return result.status();
    return BuildError(std::string(result.status().message()));
  }
  if (result->exit_code == 0) return absl::OkStatus();
  return BuildError(absl::StrCat(build.directory, " does not build (",
                                 EndText(*result), " from ", build.command,
                                 "):\n", result->output));
}

absl::StatusOr<std::vector<CmakeTarget>> FindBinaries(
    const OtherBuild& build, const std::vector<std::string>& targets) {
  std::vector<CmakeTarget> programs;
  for (const std::string& binary : build.binaries) {
    const fs::path path = PathOf(build, binary);
    const auto has_name = [&](const CmakeTarget& other) {
      return other.name == path.filename().string();
    };
    // Two programs of one name in two folders: by their whole names.
    const bool taken = std::ranges::any_of(programs, has_name);
    CmakeTarget program = {.name = taken ? binary : path.filename().string(),
                           .binary = path.string(),
                           .directory = path.parent_path().string()};
    if (!targets.empty() &&
        std::ranges::find(targets, program.name) == targets.end())
      continue;
    absl::Status checked = CheckProgram(binary, path.string(), build);
    if (!checked.ok()) return checked;
    program.links_gtest = HoldsGoogleTest(path.string());
    programs.push_back(std::move(program));
  }
  if (!programs.empty()) return programs;
  return UsageError(absl::StrCat("--target=", absl::StrJoin(targets, ","),
                                 ": no such program; --binary names ",
                                 absl::StrJoin(build.binaries, ", ")));
}

}  // namespace detsim::cmd
