#include "cmd/lib/launcher/rewrite_project.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <set>
#include <thread>

#include "absl/strings/str_cat.h"
#include "cmd/lib/launcher/adjust.h"
#include "cmd/lib/launcher/command.h"
#include "cmd/lib/launcher/compile_database.h"
#include "cmd/lib/launcher/compiler.h"
#include "cmd/lib/subprocess.h"
#include "rewriter/output/apply_edits.h"
#include "rewriter/rewrite_unit.h"

namespace detsim::launcher {
namespace {

namespace fs = std::filesystem;

absl::Status CheckDirectory(const std::string& directory) {
  std::error_code error;
  if (fs::is_directory(directory, error)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("no such directory: ", directory));
}

// Configures a CMake project that has no database yet.
absl::StatusOr<std::string> Configure(const RewriteOptions& options) {
  std::error_code error;
  if (!fs::exists(options.directory + "/CMakeLists.txt", error)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "no compile_commands.json in ", options.directory,
        " or its build folders, and no CMakeLists.txt to make one from; try "
        "cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or bear -- make"));
  }
  const std::string build = options.out + "/configure";
  absl::StatusOr<cmd::CommandResult> result = cmd::RunCommand(
      {.arguments = {
           "cmake", "-S", options.directory, "-B", build,
           "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
           absl::StrCat("-DCMAKE_C_COMPILER=", ChooseCompiler("", false).path),
           absl::StrCat("-DCMAKE_CXX_COMPILER=",
                        ChooseCompiler("", true).path)}});
  if (!result.ok()) return result.status();
  if (result->exit_code != 0) {
    return absl::FailedPreconditionError(absl::StrCat(
        options.directory, " cannot be configured:\n", result->output));
  }
  return build + "/compile_commands.json";
}

// One unit's command as the launcher would run it.
struct UnitCommand {
  rewriter::UnitRequest request;
  std::string object;
  std::vector<std::string> dropped;
};

std::vector<UnitCommand> UnitsInScope(const std::vector<DatabaseEntry>& entries,
                                      const LauncherConfig& config) {
  std::vector<UnitCommand> units;
  std::set<std::string> seen;
  for (const DatabaseEntry& entry : entries) {
    const Command command = ParseCommand(entry.words, entry.directory);
    // Assembly and the like have no C++ to rewrite.
    if (command.sources.empty() || !config.Scope().Contains(entry.file))
      continue;
    AdjustedArguments adjusted = AdjustCompile(command, config, true, {});
    adjusted.words.insert(
        adjusted.words.begin(),
        ChooseCompiler(command.compiler, command.is_cxx).path);
    const std::string object = rewriter::AbsolutePath(
        ObjectFile(command, entry.file), entry.directory);
    if (!seen.insert(entry.file + "\n" + object).second) continue;
    units.push_back({.request = {.directory = entry.directory,
                                 .file = command.sources.front(),
                                 .arguments = adjusted.words},
                     .object = object,
                     .dropped = adjusted.dropped});
  }
  return units;
}

std::vector<rewriter::UnitResult> RewriteAll(
    const std::vector<UnitCommand>& units, const LauncherConfig& config,
    unsigned jobs) {
  std::vector<rewriter::UnitResult> results(units.size());
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < units.size(); i = next++)
      results[i] = rewriter::RewriteUnit(units[i].request, config.Scope());
  };
  std::vector<std::thread> workers;
  for (unsigned i = 0; i < std::max(1U, jobs); ++i) workers.emplace_back(work);
  for (std::thread& worker : workers) worker.join();
  return results;
}

void Merge(std::vector<rewriter::UnitResult> results,
           const std::vector<UnitCommand>& units, RewrittenProject& project) {
  std::map<std::string, rewriter::FileEdits> files;
  std::vector<rewriter::UnitReport> reports;
  for (size_t i = 0; i < results.size(); ++i) {
    rewriter::UnitResult& result = results[i];
    project.errors.insert(project.errors.end(), result.errors.begin(),
                          result.errors.end());
    reports.push_back({.unit = result.file,
                       .object = units[i].object,
                       .rewritten = result.errors.empty(),
                       .instrumented = false,
                       .edits = rewriter::ReportEdits(result.files),
                       .notes = std::move(result.notes),
                       .dropped_flags = units[i].dropped});
    for (rewriter::FileEdits& file : result.files) {
      auto [place, is_new] = files.try_emplace(file.path(), file);
      if (!is_new) rewriter::MergeFile(file, place->second);
    }
  }
  std::set<rewriter::Note> conflicts;
  for (auto& [path, file] : files) {
    rewriter::DropEdits(file, conflicts);
    project.files.push_back(std::move(file));
  }
  project.reports = AddUp(std::move(reports));
  project.reports.notes.merge(conflicts);
}

}  // namespace

size_t RewrittenProject::EditCount() const {
  size_t count = 0;
  for (const rewriter::FileEdits& file : files) count += file.edits.size();
  return count;
}

size_t RewrittenProject::EditedFileCount() const {
  return static_cast<size_t>(std::ranges::count_if(
      files, [](const auto& file) { return !file.edits.empty(); }));
}

absl::StatusOr<RewrittenProject> RewriteProject(const RewriteOptions& options) {
  absl::Status status = CheckDirectory(options.directory);
  if (!status.ok()) return status;
  RewrittenProject project = {.database =
                                  FindCompileDatabase(options.directory)};
  if (project.database.empty()) {
    absl::StatusOr<std::string> made = Configure(options);
    if (!made.ok()) return made.status();
    project.database = *made;
  }
  absl::StatusOr<std::vector<DatabaseEntry>> entries =
      ReadCompileDatabase(project.database);
  if (!entries.ok())
    return absl::InvalidArgumentError(entries.status().message());
  LauncherConfig config;
  // Generated sources lie with the database.
  if (SetScope(options.scope, options.directory, config))
    config.scope.push_back(fs::path(project.database).parent_path().string());
  if (entries->empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        project.database,
        " lists no unit; build the project once, or configure it with "
        "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"));
  }
  const std::vector<UnitCommand> units = UnitsInScope(*entries, config);
  if (units.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("none of the ", entries->size(), " units of ",
                     project.database, " is in scope; see --scope"));
  }
  Merge(RewriteAll(units, config, options.jobs), units, project);
  return project;
}

}  // namespace detsim::launcher
