// detsim-rewrite: the rewritten tree of a project, a diff and a report, for
// people. Builds go through detsim-cc, which does the same unit by unit.
#include <algorithm>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "cmd/lib/command_line.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"
#include "cmd/lib/launcher/rewrite_project.h"
#include "cmd/lib/launcher/rewrite_text.h"
#include "rewriter/output/tree.h"

ABSL_FLAG(std::string, dir, "", "the project to rewrite");
ABSL_FLAG(
    std::string, out, "",
    "where the rewritten tree goes (default: DIR/.detsim/rewritten/tree)");
ABSL_FLAG(bool, diff, false, "print the difference and write nothing");
ABSL_FLAG(bool, dry_run, false, "print the report and write nothing");
ABSL_FLAG(bool, print_overlay, false,
          "write the tree and print the Clang overlay that puts it in place");
ABSL_FLAG(std::string, report, "", "also write the report as JSON to FILE");
ABSL_FLAG(
    std::vector<std::string>, scope, {},
    "what to rewrite: folders, files or patterns below --dir or absolute; "
    "+WHAT adds to all of --dir, !WHAT leaves out");
ABSL_FLAG(bool, strict, false, "exit with 4 if something is left uncontrolled");
ABSL_FLAG(int, jobs, 0, "units at a time (default: the number of cores)");

namespace {

using detsim::cmd::ExitCode;
using detsim::launcher::RewrittenProject;

detsim::cmd::CommandHelp Help() {
  return {
      .name = "detsim-rewrite",
      .summary =
          "Shows what detsim changes in a project: std:: and POSIX names "
          "of threads,\nlocks, clocks and random numbers become detsim's. "
          "The sources stay as they are.",
      .usage =
          "detsim-rewrite --dir=DIR [--out=OUT] [--diff | --dry_run | "
          "--print_overlay]\n               [--report=FILE] "
          "[--scope=GLOBS] [--strict] [--jobs=N]",
      .flags = {{"dir", "DIR"},
                {"out", "OUT"},
                {"diff", ""},
                {"dry_run", ""},
                {"print_overlay", ""},
                {"report", "FILE"},
                {"scope", "GLOBS"},
                {"strict", ""},
                {"jobs", "N"}},
      .examples =
          "detsim-rewrite --dir=. --diff\n"
          "detsim-rewrite --dir=. --scope='src,include,!*/generated/*' "
          "--strict\n"
          "detsim-rewrite --dir=. --out=/tmp/rewritten --report=report.json",
  };
}

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "detsim-rewrite: %s\n",
               std::string(status.message()).c_str());
  return detsim::cmd::ExitCodeOf(status);
}

// The tree with its diff, overlay and report beside the sources.
absl::Status WriteOut(const RewrittenProject& project,
                      const std::string& directory, const std::string& out) {
  absl::Status status =
      detsim::rewriter::WriteTree(directory, project.files, out);
  if (status.ok()) {
    status = detsim::cmd::WriteFile(
        out + "/detsim-rewrite.diff",
        detsim::launcher::RewriteDiff(project, directory));
  }
  if (status.ok()) {
    status = detsim::cmd::WriteFile(
        out + "/detsim-rewrite.json",
        detsim::launcher::RewriteJson(project, directory));
  }
  if (status.ok()) {
    auto overlay = detsim::launcher::RewriteOverlay(project, directory, out);
    status = overlay.ok() ? detsim::cmd::WriteFile(out + "/detsim-overlay.yaml",
                                                   *overlay)
                          : overlay.status();
  }
  return status;
}

// What goes to stdout and to the files that were asked for.
absl::Status Report(const RewrittenProject& project,
                    const std::string& directory, const std::string& out) {
  const bool writes =
      !absl::GetFlag(FLAGS_diff) && !absl::GetFlag(FLAGS_dry_run);
  absl::Status status = absl::OkStatus();
  if (writes) status = WriteOut(project, directory, out);
  const std::string report = absl::GetFlag(FLAGS_report);
  if (status.ok() && !report.empty()) {
    status = detsim::cmd::WriteFile(
        report, detsim::launcher::RewriteJson(project, directory));
  }
  std::string text;
  if (absl::GetFlag(FLAGS_diff)) {
    text = detsim::launcher::RewriteDiff(project, directory);
  } else if (absl::GetFlag(FLAGS_print_overlay)) {
    auto overlay = detsim::launcher::RewriteOverlay(project, directory, out);
    if (!overlay.ok()) return overlay.status();
    text = *overlay;
  } else {
    text = detsim::launcher::RewriteText(project, directory);
    if (writes) absl::StrAppend(&text, "written to ", out, "\n");
  }
  std::fputs(text.c_str(), stdout);
  return status;
}

int Run() {
  if (absl::GetFlag(FLAGS_dir).empty()) {
    return Fail(detsim::cmd::UsageError(
        "no project given; try detsim-rewrite --dir=."));
  }
  const std::string directory =
      detsim::cmd::AbsolutePath(absl::GetFlag(FLAGS_dir));
  std::string out = absl::GetFlag(FLAGS_out);
  const bool ours = out.empty();
  out = ours ? directory + "/.detsim/rewritten/tree"
             : detsim::cmd::AbsolutePath(out);
  const int jobs = absl::GetFlag(FLAGS_jobs);
  absl::StatusOr<RewrittenProject> project = detsim::launcher::RewriteProject(
      {.directory = directory,
       .out = out,
       .scope = absl::GetFlag(FLAGS_scope),
       .jobs = jobs > 0 ? static_cast<unsigned>(jobs)
                        : std::thread::hardware_concurrency()});
  if (!project.ok()) return Fail(project.status());
  if (ours) {
    absl::Status ignored =
        detsim::cmd::WriteFile(directory + "/.detsim/.gitignore", "*\n");
    if (!ignored.ok()) return Fail(ignored);
  }
  absl::Status reported = Report(*project, directory, out);
  if (!reported.ok()) return Fail(reported);
  for (const std::string& error : project->errors)
    std::fprintf(stderr, "%s\n", error.c_str());
  if (!project->errors.empty()) {
    return Fail(detsim::cmd::BuildError(
        "not all units parse; generated sources need a build first"));
  }
  const bool strict = absl::GetFlag(FLAGS_strict);
  return strict && !project->reports.Uncontrolled().empty()
             ? ExitCode::kExitUntrusted
             : ExitCode::kExitOk;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> positional;
  if (auto code = detsim::cmd::ParseOrExit(argc, argv, Help(), &positional))
    return *code;
  if (!positional.empty()) {
    return Fail(detsim::cmd::UsageError(
        absl::StrCat("unexpected argument ", positional.front(),
                     "; try detsim-rewrite --dir=", positional.front())));
  }
  return Run();
}
