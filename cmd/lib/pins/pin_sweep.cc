#include "cmd/lib/pins/pin_sweep.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"
#include "runtime/explore/confirm.h"

namespace detsim::cmd {

FailureContext StoreOf(const PinContext& context, std::string strategy) {
  FailureContext store;
  store.test = context.test;
  store.place = context.place;
  store.places = context.places;
  store.reader = context.reader;
  store.strategy = std::move(strategy);
  store.binary_hash = HashFile(context.test->binary);
  return store;
}

namespace {

FailureReport FailureOf(const StoredPin& stored, const PinRun& run,
                        const runtime::RunResult& again,
                        const PinContext& context) {
  const runtime::RunResult& result = run.result;
  FailureReport report;
  report.pin = stored.path;
  report.text = context.reader->Describe(result);
  report.identity = context.reader->Identify(result);
  report.id = runtime::IdentityId(report.identity);
  report.strategy = "replay";
  report.trace_hash = result.summary.trace_hash;
  report.decisions = result.summary.decisions;
  report.unusual = result.summary.unusual;
  report.thread_lines = report.text.lines.empty()
                            ? StoryLines(result, *context.places)
                            : report.text.lines;
  report.difference = runtime::DifferenceOf(result, again, context.reader);
  if (!report.difference.empty())
    report.confirmed = runtime::Confirmed::kNondeterminism;
  FailureContext store = StoreOf(context, report.strategy);
  auto artifact =
      StoreArtifact(store, run.request, result, ArtifactName(report.identity));
  if (artifact.ok()) {
    report.artifact = *artifact;
    report.reproduce = ReproduceLine(*context.place, *artifact);
  } else {
    report.problem = std::string(artifact.status().message());
  }
  return report;
}

bool HasProgram(const Project& project, const std::string& name) {
  return std::any_of(project.programs().begin(), project.programs().end(),
                     [&](const auto& program) { return program.name == name; });
}

}  // namespace

absl::Status NoSuchProgram(const StoredPin& stored) {
  return UsageError(absl::StrCat(
      "cannot use ", stored.path, ": the project has no program ",
      stored.pin.program, "; it was renamed or removed, or the file is of ",
      "another project"));
}

absl::Status NoSuchTest(const StoredPin& stored) {
  return UsageError(absl::StrCat(
      "cannot use ", stored.path, ": ", stored.pin.program, " has no test ",
      stored.pin.test, "; it was renamed or removed, or the file is of ",
      "another project"));
}

absl::StatusOr<StoredPin> ReadPin(const std::string& path) {
  absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return text.status();
  absl::StatusOr<Pin> pin = ParsePin(*text);
  if (!pin.ok())
    return UsageError(
        absl::StrCat("cannot use ", path, ": ", pin.status().message()));
  return StoredPin{path, std::move(*pin)};
}

absl::StatusOr<std::vector<StoredPin>> ReadPins(const std::string& directory) {
  std::vector<std::string> paths;
  std::error_code none;
  std::string folder = absl::StrCat(directory, "/", kPinFolder);
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    if (entry.path().extension() == ".pin") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<StoredPin> pins;
  for (const std::string& path : paths) {
    absl::StatusOr<StoredPin> pin = ReadPin(path);
    if (!pin.ok()) return pin.status();
    pins.push_back(std::move(*pin));
  }
  return pins;
}

absl::StatusOr<PinOutcome> JudgePin(const StoredPin& stored, const PinRun& run,
                                    const PinContext& context) {
  PinOutcome outcome;
  outcome.report.file = stored.path;
  outcome.report.choices = stored.pin.choices.size();
  outcome.report.reached = run.reached;
  if (run.missing)
    outcome.report.missing =
        absl::StrCat("choice ", *run.missing + 1, ", ",
                     ChoiceSentence(stored.pin.choices[*run.missing]));
  if (!runtime::IsFailure(context.reader->Judge(run.result))) {
    outcome.report.status =
        run.missing ? PinStatus::kNotReached : PinStatus::kPasses;
    return outcome;
  }
  auto again = RunOnce(run.request, context.executor);
  if (!again.ok()) return again.status();
  bool same = PinFailureOf(run.result, *context.places, context.reader) ==
              stored.pin.failure;
  outcome.report.status = same ? PinStatus::kFails : PinStatus::kFailsOtherwise;
  outcome.failure = FailureOf(stored, run, *again, context);
  return outcome;
}

absl::StatusOr<std::optional<size_t>> TestOfPin(
    const StoredPin& stored, const std::vector<TestCase>& tests,
    const Project& project) {
  const Pin& pin = stored.pin;
  for (size_t i = 0; i < tests.size(); ++i) {
    if (tests[i].program == pin.program && tests[i].name == pin.test) return i;
  }
  for (const CmakeTarget& program : project.programs()) {
    if (program.name != pin.program || !program.links_gtest) continue;
    auto names = ListTests(program, /*framework=*/nullptr, project.out());
    if (!names.ok()) return names.status();
    if (std::find(names->begin(), names->end(), pin.test) == names->end())
      return NoSuchTest(stored);
  }
  return std::nullopt;
}

absl::StatusOr<std::vector<PinOutcome>> RunPins(
    const PinSelection& selection, const std::vector<TestCase>& tests,
    const Project& project, const SweepSettings& settings,
    const SweepPlace& place, Progress* progress) {
  std::vector<PinOutcome> outcomes;
  Symbolizer symbolizer;
  for (const StoredPin& stored : selection.pins) {
    if (selection.all_programs && !HasProgram(project, stored.pin.program))
      return NoSuchProgram(stored);
    auto index = TestOfPin(stored, tests, project);
    if (!index.ok()) return index.status();
    if (!*index) continue;
    const TestCase& test = tests[**index];
    progress->Update(absl::StrCat("pin ", stored.path));
    WorkerExecutor executor(test.binary, place.out + "/work/w000",
                            place.NativePlaceOf(test));
    if (executor.worker() == nullptr) return UntrustedError(executor.error());
    ProgramPlaces places{.project = place.project,
                         .modules = ModuleMap::Of(executor.worker()->pid()),
                         .symbolizer = &symbolizer};
    bool races = settings.races == RaceMode::kFail ||
                 stored.pin.failure.kind == runtime::Verdict::kDataRace;
    FailureReader reader(
        test.name, &places,
        {.fails = races, .suppressions = &settings.suppressions});
    auto run = RunPin(stored.pin, test, settings.run, places, &executor);
    if (!run.ok()) return run.status();
    auto outcome = JudgePin(stored, *run,
                            {.test = &test,
                             .settings = &settings,
                             .place = &place,
                             .places = &places,
                             .reader = &reader,
                             .executor = &executor});
    if (!outcome.ok()) return outcome.status();
    outcome->test = **index;
    outcomes.push_back(std::move(*outcome));
  }
  return outcomes;
}

void AddPins(std::vector<PinOutcome> outcomes, SweepReport* report) {
  for (PinOutcome& outcome : outcomes) {
    TestReport& test = report->tests[outcome.test];
    test.pins.push_back(std::move(outcome.report));
    if (!outcome.failure) continue;
    auto found = std::find_if(
        test.failures.begin(), test.failures.end(), [&](const auto& failure) {
          return failure.identity == outcome.failure->identity;
        });
    if (found != test.failures.end()) {
      found->pin = outcome.failure->pin;
      continue;
    }
    test.failures.push_back(std::move(*outcome.failure));
    if (test.status != TestStatus::kUncontrolled)
      test.status = TestStatus::kFailed;
  }
}

}  // namespace detsim::cmd
