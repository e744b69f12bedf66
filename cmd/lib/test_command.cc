#include "cmd/lib/test_command.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/gdb/debugger.h"
#include "cmd/lib/interrupt.h"
#include "cmd/lib/launcher/unit_reports.h"
#include "cmd/lib/pins/pin_command.h"
#include "cmd/lib/pins/pin_sweep.h"
#include "cmd/lib/replay.h"
#include "cmd/lib/replay_session.h"
#include "cmd/lib/report_json.h"
#include "cmd/lib/report_text.h"
#include "cmd/lib/reports/report_formats.h"
#include "cmd/lib/shard.h"
#include "rewriter/note_kinds.h"

namespace detsim::cmd {
namespace {

// The whole message: the compiler's words have many lines.
int Fail(const absl::Status& status, Progress* progress) {
  progress->Clear();
  std::fflush(stdout);
  std::fprintf(stderr, "detsim-test: %s\n",
               std::string(status.message()).c_str());
  return ExitCodeOf(status);
}

absl::Status WriteReports(const SweepReport& report,
                          const TestCommandOptions& options) {
  absl::Status status =
      WriteFile(options.project.out + "/report.json", ReportJson(report));
  for (const ReportFormat& format : ReportFormats()) {
    auto path = options.reports.find(std::string(format.flag));
    if (status.ok() && path != options.reports.end())
      status = WriteFile(path->second, format.render(report));
  }
  return status;
}

// What the rewriter could not map, in all units that were built.
std::vector<UncontrolledPlace> UncontrolledPlaces(const Project& project) {
  std::vector<UncontrolledPlace> places;
  auto reports = launcher::ReadUnitReports(project.rewritten());
  if (!reports.ok()) {
    places.push_back({std::string(reports.status().message()), ""});
    return places;
  }
  for (const rewriter::Note& note : reports->Uncontrolled()) {
    const std::string suggestion(rewriter::SuggestionFor(note.id));
    places.push_back(
        {absl::StrCat(note.message, " [detsim-", note.id, "]",
                      suggestion.empty() ? "" : "; try: ", suggestion),
         absl::StrCat(RelativeTo(SourceOf(note.file, project.directory()),
                                 project.directory()),
                      ":", note.line, ":", note.column)});
  }
  return places;
}

// For the next sweep; also of one that was cut short.
absl::Status KeepCorpora(const SweepReport& report, SweepSettings* settings,
                         const std::string& out) {
  for (size_t i = 0; i < settings->corpora.size(); ++i) {
    StoredCorpus& corpus = settings->corpora[i];
    const TestReport& test = report.tests[i];
    if (!test.corpus) continue;
    corpus.data = *test.corpus;
    absl::Status written = WriteCorpus(test.test, corpus, out);
    if (!written.ok()) return written;
  }
  return absl::OkStatus();
}

absl::StatusOr<SweepReport> Sweep(const TestCommandOptions& options,
                                  Progress* progress) {
  auto known = ReadBaseline(options.strict);
  if (!known.ok()) return known.status();
  auto shard = ShardFromEnvironment();
  if (!shard.ok()) return shard.status();
  auto suppressions = Suppressions::Read(options.suppressions);
  if (!suppressions.ok()) return suppressions.status();
  auto pins = ReadPins(options.directory);
  if (!pins.ok()) return pins.status();
  absl::StatusOr<Project> project = Project::Prepare(options.project, progress);
  if (!project.ok()) return project.status();
  auto tests =
      CollectTests(project->programs(), options.selection, project->out());
  if (!tests.ok()) return tests.status();
  *tests = TakeShard(std::move(*tests), *shard);
  SweepPlace place = PlaceOf(*project, options);
  bool open = options.sweep.novelty || options.sweep.explore;
  progress->Print(absl::StrCat(
      tests->size(), tests->size() == 1 ? " test, seeds " : " tests, seeds ",
      options.sweep.first_seed, open ? " on" : " to ",
      open ? ""
           : absl::StrCat(options.sweep.first_seed + options.sweep.trials - 1),
      ", strategy ", options.sweep.strategy,
      shard->total == 1 ? ""
                        : absl::StrCat(" (shard ", shard->index + 1, " of ",
                                       shard->total, ")")));
  SweepSettings settings = options.sweep;
  settings.suppressions = std::move(*suppressions);
  PinSelection selection = {.pins = std::move(*pins),
                            .all_programs = options.project.targets.empty()};
  auto pinned = RunPins(selection, *tests, *project, settings, place, progress);
  if (!pinned.ok()) return pinned.status();
  if (settings.explore) {
    auto corpora = ReadCorpora(*tests, settings.run, place.out);
    if (!corpora.ok()) return corpora.status();
    settings.corpora = *std::move(corpora);
  }
  SweepReport report = RunSweeps(*tests, settings, place, progress);
  absl::Status kept = KeepCorpora(report, &settings, place.out);
  if (!kept.ok()) return kept;
  AddPins(std::move(*pinned), &report);
  report.shard = *shard;
  report.uncontrolled = UncontrolledPlaces(*project);
  absl::Status judged =
      JudgeStrictly(options.strict, std::move(*known), &report);
  if (!judged.ok()) return judged;
  return report;
}

}  // namespace

int RunTestCommand(TestCommandOptions options) {
  InstallInterruptHandler();
  Progress progress;
  constexpr struct {
    std::string TestCommandOptions::* file;
    absl::StatusOr<int> (*run)(TestCommandOptions, Progress*);
  } kModes[] = {{&TestCommandOptions::replay, &Replay},
                {&TestCommandOptions::pin, &MakePin}};
  for (const auto& mode : kModes) {
    if ((options.*mode.file).empty()) continue;
    auto code = options.debug ? DebugReplay(options, &progress)
                              : mode.run(options, &progress);
    return code.ok() ? *code : Fail(code.status(), &progress);
  }
  FillFolders(&options);
  absl::StatusOr<SweepReport> report = options.verify.empty()
                                           ? Sweep(options, &progress)
                                           : VerifyPin(options, &progress);
  if (!report.ok()) return Fail(report.status(), &progress);
  progress.Clear();
  std::fputs(ReportText(*report, {.color = WantsColor(STDOUT_FILENO)}).c_str(),
             stdout);
  if (options.github_annotations) {
    const char* workspace = std::getenv("GITHUB_WORKSPACE");
    std::fputs(GithubAnnotations(*report, workspace != nullptr
                                              ? AbsolutePath(workspace)
                                              : report->project)
                   .c_str(),
               stdout);
  }
  absl::Status written = WriteReports(*report, options);
  if (!written.ok()) return Fail(written, &progress);
  return ExitCodeOf(*report);
}

}  // namespace detsim::cmd
