#include "cmd/lib/project.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/launcher/config.h"
#include "cmd/lib/launcher/state.h"
#include "cmd/lib/subprocess.h"

namespace detsim::cmd {
namespace {

namespace fs = std::filesystem;

absl::string_view AbslView(std::string_view text) {
  return absl::string_view(text.data(), text.size());
}

bool IsDirectory(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

bool Exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

// Ninja's output without its status lines and without the command lines that
// follow "FAILED: ...": what is left are the compiler's words.
std::string CompilerWords(std::string_view output) {
  std::string words;
  bool skip_command = false;
  while (!output.empty()) {
    std::string_view line = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(line.size() + 1, output.size()));
    if (skip_command) {
      skip_command = false;
      continue;
    }
    if (line.starts_with("FAILED: ")) {
      skip_command = true;
      continue;
    }
    if (line.starts_with("[detsim ") || line.starts_with("ninja: ")) continue;
    words += line;
    words += '\n';
  }
  return words;
}

// The project was copied or moved together with its output folder: CMake
// refuses such a cache.
bool IsCacheOfAnother(const std::string& build, const std::string& directory) {
  absl::StatusOr<std::string> cache = ReadFile(build + "/CMakeCache.txt");
  if (!cache.ok()) return false;
  auto has = [&](std::string_view name, const std::string& value) {
    return cache->find(absl::StrCat("\n", AbslView(name), ":INTERNAL=", value,
                                    "\n")) != std::string::npos;
  };
  return !has("CMAKE_HOME_DIRECTORY", directory) ||
         !has("CMAKE_CACHEFILE_DIR", build);
}

// Emulated thread-locals do not link with a library's native ones.
std::string LinkAdvice(std::string_view words) {
  if (words.find("__emutls_v.") == std::string_view::npos) return "";
  return "__emutls_v.NAME is the thread_local variable NAME; if a precompiled "
         "library defines it, --own_libs builds so that it links\n";
}

bool SetsVariable(const std::vector<std::string>& arguments,
                  std::string_view name) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [&](const std::string& argument) {
                       return argument.find(name) != std::string::npos;
                     });
}

}  // namespace

std::string ToolDirectory() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

absl::StatusOr<Project> Project::Prepare(const ProjectOptions& options,
                                         Progress* progress) {
  Project project(options);
  absl::Status status = project.CheckDirectory();
  if (status.ok()) status = project.PrepareOut(progress);
  if (status.ok()) status = project.WriteLauncherConfig();
  if (status.ok()) {
    status = project.uses_cmake() ? project.BuildWithCmake(progress)
                                  : project.BuildWithCommand(progress);
  }
  progress->Clear();
  if (!status.ok()) return status;
  return project;
}

OtherBuild Project::AsOtherBuild() const {
  absl::StatusOr<std::string> stamp = ReadFile(rewritten() + "/stamp");
  return {.directory = options_.directory,
          .build = build(),
          .configured = variant() + "/cc.json",
          .stamp = stamp.ok() ? stamp->substr(0, stamp->find('\n')) : "",
          .command = options_.build_command,
          .binaries = options_.binaries};
}

absl::Status Project::BuildWithCommand(Progress* progress) {
  absl::Status built = RunBuildCommand(AsOtherBuild(), progress);
  if (!built.ok()) return built;
  auto programs = FindBinaries(AsOtherBuild(), options_.targets);
  if (!programs.ok()) return programs.status();
  programs_ = *std::move(programs);
  return absl::OkStatus();
}

absl::Status Project::BuildWithCmake(Progress* progress) {
  absl::Status status = WriteCmakeQuery(build());
  if (status.ok()) status = Configure(progress);
  if (status.ok()) status = SelectPrograms();
  if (status.ok()) status = Build(progress);
  return status;
}

absl::Status Project::CheckDirectory() const {
  const std::string& directory = options_.directory;
  if (!Exists(directory))
    return UsageError(absl::StrCat(directory, ": no such directory"));
  if (!IsDirectory(directory))
    return UsageError(absl::StrCat(directory,
                                   " is not a directory; --dir takes the "
                                   "folder with the project's CMakeLists.txt"));
  if (uses_cmake() && !Exists(directory + "/CMakeLists.txt"))
    return UsageError(
        absl::StrCat(directory,
                     " has no CMakeLists.txt; for Make, Meson and others pass "
                     "--build_command=COMMAND and --binary=PROGRAMS"));
  return absl::OkStatus();
}

absl::Status Project::PrepareOut(Progress* progress) {
  absl::Status status = MakeDirectories(build());
  if (!status.ok()) return status;
  std::string ignore = options_.out + "/.gitignore";
  if (!Exists(ignore)) {
    status = WriteFile(ignore, "*\n");
    if (!status.ok()) return status;
  }
  std::string lock_path = options_.out + "/lock";
  absl::StatusOr<FileLock> lock = FileLock::Take(lock_path, /*wait=*/false);
  if (absl::IsUnavailable(lock.status())) {
    progress->Print(absl::StrCat("another detsim-test works in ", options_.out,
                                 ": waiting for it"));
    lock = FileLock::Take(lock_path, /*wait=*/true);
  }
  if (!lock.ok()) return lock.status();
  lock_ = std::move(*lock);
  return absl::OkStatus();
}

absl::Status Project::WriteLauncherConfig() const {
  launcher::LauncherConfig config;
  config.state_dir = rewritten();
  launcher::SetScope(options_.scope, options_.directory, config);
  // Generated headers hold mutexes too.
  config.scope.push_back(build());
  config.keep_opt = options_.keep_optimization;
  config.own_libs = options_.own_libraries;
  config.cc_args = options_.compiler_arguments;
  absl::Status status = launcher::PrepareState(config, variant() + "/cc.json");
  if (!status.ok()) return UsageError(std::string(status.message()));
  return absl::OkStatus();
}

std::vector<std::string> Project::ConfigureArguments() const {
  std::string launcher = absl::StrCat(
      ToolDirectory(), "/detsim-cc;--config=", variant(), "/cc.json");
  std::vector<std::string> arguments = {
      "cmake", "-G", "Ninja", "-S", options_.directory, "-B", build(),
      "--no-warn-unused-cli", "-DCMAKE_C_COMPILER=clang-22",
      "-DCMAKE_CXX_COMPILER=clang++-22",
      absl::StrCat("-DCMAKE_C_COMPILER_LAUNCHER=", launcher),
      absl::StrCat("-DCMAKE_CXX_COMPILER_LAUNCHER=", launcher),
      absl::StrCat("-DCMAKE_C_LINKER_LAUNCHER=", launcher),
      absl::StrCat("-DCMAKE_CXX_LINKER_LAUNCHER=", launcher),
      "-DBUILD_TESTING=ON", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
      // Colours when the compiler's words are shown on a terminal would need
      // one here; plain text everywhere is better than control characters.
      "-DCMAKE_COLOR_DIAGNOSTICS=OFF"};
  // A release build would drop the assertions that tests live from.
  if (!SetsVariable(options_.cmake_arguments, "CMAKE_BUILD_TYPE"))
    arguments.emplace_back("-DCMAKE_BUILD_TYPE=Debug");
  arguments.insert(arguments.end(), options_.cmake_arguments.begin(),
                   options_.cmake_arguments.end());
  return arguments;
}

absl::Status Project::Configure(Progress* progress) {
  if (!Exists(ToolDirectory() + "/detsim-cc"))
    return BuildError(absl::StrCat("detsim-cc is missing in ", ToolDirectory(),
                                   ", where detsim-test is; build or install "
                                   "detsim as a whole"));
  std::vector<std::string> arguments = ConfigureArguments();
  std::string stamp = absl::StrJoin(arguments, "\n");
  std::string stamp_path = variant() + "/configured.txt";
  absl::StatusOr<std::string> old = ReadFile(stamp_path);
  bool configured = old.ok() && *old == stamp &&
                    Exists(build() + "/CMakeCache.txt") &&
                    Exists(build() + "/build.ninja");
  if (configured) {
    // Runs CMake if a list file changed: targets may have come and gone.
    arguments = {"ninja", "-C", build(), "build.ninja"};
  } else {
    progress->Print(absl::StrCat("configuring ", options_.directory));
    std::error_code ignored;
    fs::remove(stamp_path, ignored);
    if (IsCacheOfAnother(build(), options_.directory)) {
      fs::remove_all(build(), ignored);
      absl::Status status = WriteCmakeQuery(build());
      if (!status.ok()) return status;
    }
  }
  Command command;
  command.arguments = arguments;
  command.on_line = [progress](std::string_view line) {
    if (line.starts_with("ninja: ")) return;
    progress->Update(absl::StrCat("configuring: ", AbslView(line)));
  };
  absl::StatusOr<CommandResult> result = RunCommand(command);
  progress->Clear();
  if (!result.ok()) {
    if (absl::IsCancelled(result.status())) return result.status();
    return BuildError(std::string(result.status().message()));
  }
  if (result->exit_code != 0)
    return BuildError(absl::StrCat("CMake cannot configure ",
                                   options_.directory, " (", EndText(*result),
                                   "):\n", CompilerWords(result->output)));
  return configured ? absl::OkStatus() : WriteFile(stamp_path, stamp);
}

absl::Status Project::SelectPrograms() {
  absl::StatusOr<std::vector<CmakeTarget>> targets = ReadCmakeTargets(build());
  if (!targets.ok()) return targets.status();
  auto names = [&targets] {
    return absl::StrJoin(*targets, ", ",
                         [](std::string* out, const CmakeTarget& target) {
                           out->append(target.name);
                         });
  };
  programs_.clear();
  for (const std::string& wanted : options_.targets) {
    auto found = std::find_if(
        targets->begin(), targets->end(),
        [&](const CmakeTarget& target) { return target.name == wanted; });
    if (found == targets->end() && !options_.targets_of.empty())
      return UsageError(absl::StrCat(
          options_.targets_of, ": the project has no program ", wanted,
          "; it was renamed or removed, or the file is of another project"));
    if (found == targets->end())
      return UsageError(absl::StrCat("--target=", wanted,
                                     ": no such executable; the project has ",
                                     names()));
    programs_.push_back(*found);
  }
  if (!options_.targets.empty()) return absl::OkStatus();
  for (CmakeTarget& target : *targets) {
    if (target.links_gtest) programs_.push_back(target);
  }
  if (programs_.empty())
    return UsageError(absl::StrCat(
        "no tests: ", options_.directory,
        targets->empty()
            ? std::string(" builds no executable")
            : absl::StrCat(" has no executable that links GoogleTest (it has ",
                           names(),
                           "); --target=NAME runs a whole program as one test"),
        "; are its tests switched on? --cmake_arg=-D... passes options"));
  return absl::OkStatus();
}

absl::Status Project::Build(Progress* progress) {
  Command command;
  command.arguments = {"ninja", "-C", build()};
  for (const CmakeTarget& program : programs_)
    command.arguments.push_back(program.name);
  command.extra_environment = {"NINJA_STATUS=[detsim %f/%t] "};
  command.on_line = [progress](std::string_view line) {
    constexpr std::string_view kStatus = "[detsim ";
    if (!line.starts_with(kStatus)) return;
    line.remove_prefix(kStatus.size());
    progress->Update(absl::StrCat("building [", AbslView(line)));
  };
  absl::StatusOr<CommandResult> result = RunCommand(command);
  progress->Clear();
  if (!result.ok()) {
    if (absl::IsCancelled(result.status())) return result.status();
    return BuildError(std::string(result.status().message()));
  }
  if (result->exit_code != 0)
    return BuildError(absl::StrCat(options_.directory, " does not build:\n",
                                   CompilerWords(result->output),
                                   LinkAdvice(result->output)));
  FindCtestEntries(build(), &programs_);
  return absl::OkStatus();
}

}  // namespace detsim::cmd
