#include "cmd/lib/replay_session.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"
#include "cmd/lib/test_frameworks.h"

namespace detsim::cmd {

namespace {

BuildSettings SettingsOf(const ProjectOptions& options) {
  return {.cmake_arguments = options.cmake_arguments,
          .compiler_arguments = options.compiler_arguments,
          .scope = options.scope,
          .keep_optimization = options.keep_optimization,
          .own_libraries = options.own_libraries,
          .build_command = options.build_command,
          .binaries = options.binaries};
}

}  // namespace

SweepPlace PlaceOf(const Project& project, const TestCommandOptions& options) {
  return {.project = project.directory(),
          .out = project.out(),
          .build = project.build(),
          .rewritten = project.rewritten(),
          .shown_project = options.directory,
          .shown_out = options.out,
          .settings = SettingsOf(options.project)};
}

void FillFolders(TestCommandOptions* options) {
  options->project.directory = AbsolutePath(options->directory);
  options->project.out = options->out.empty()
                             ? options->project.directory + "/.detsim"
                             : AbsolutePath(options->out);
}

absl::Status PrepareReplay(TestCommandOptions* options, ReplaySession* session,
                           Progress* progress) {
  absl::StatusOr<Artifact> artifact = ReadArtifact(options->replay);
  if (!artifact.ok()) return artifact.status();
  session->artifact = std::move(*artifact);
  session->path = options->replay;
  const Artifact& record = session->artifact;
  if (options->directory.empty()) options->directory = record.project;
  FillFolders(options);
  // As it was built then: other flags would make another program.
  options->project.targets = {record.program};
  options->project.targets_of = "cannot replay " + session->path;
  options->project.cmake_arguments = record.build.cmake_arguments;
  options->project.compiler_arguments = record.build.compiler_arguments;
  options->project.scope = record.build.scope;
  options->project.keep_optimization = record.build.keep_optimization;
  options->project.own_libraries = record.build.own_libraries;
  options->project.build_command = record.build.build_command;
  options->project.binaries = record.build.binaries;
  absl::StatusOr<Project> prepared =
      Project::Prepare(options->project, progress);
  if (!prepared.ok()) return prepared.status();
  session->project = std::move(*prepared);
  const Project& project = *session->project;

  session->test.name = record.test;
  session->test.program = record.program;
  session->test.binary = project.programs().front().binary;
  session->test.directory = project.programs().front().directory;
  session->test.arguments = record.request.arguments;
  session->place = PlaceOf(project, *options);
  session->places.project = project.directory();
  session->symbolizer.MapToSources(session->place.project,
                                   session->place.rewritten);
  session->places.symbolizer = &session->symbolizer;
  session->binary_hash = HashFile(session->test.binary);
  return absl::OkStatus();
}

absl::Status CheckTestExists(const ReplaySession& session) {
  const Project& project = *session.project;
  const CmakeTarget& program = project.programs().front();
  const std::string& name = session.test.name;
  const std::vector<std::string>& arguments = session.test.arguments;
  const TestFramework* framework = nullptr;
  if (!program.links_gtest) {
    framework = FrameworkOf(program.binary);
    // Without one, or with arguments of the user's or ctest's, a whole program.
    if (framework == nullptr || arguments.empty() ||
        arguments.front() != framework->select(name))
      return absl::OkStatus();
  }
  auto names = ListTests(program, framework, project.out());
  if (names.ok() && std::ranges::find(*names, name) != names->end())
    return absl::OkStatus();
  return UsageError(absl::StrCat(
      "cannot replay ", session.path, ": ", session.test.program,
      " has no test ", session.test.name,
      "; it was renamed or removed, or the file is of another project"));
}

}  // namespace detsim::cmd
