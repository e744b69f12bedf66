// --verify: a pin, and runs that begin like it.
#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cmd/lib/executor_pool.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"
#include "cmd/lib/interrupt.h"
#include "cmd/lib/pins/pin_command.h"
#include "cmd/lib/pins/pin_neighbours.h"
#include "cmd/lib/pins/pin_sweep.h"
#include "cmd/lib/replay_session.h"
#include "cmd/lib/report_words.h"

namespace detsim::cmd {

using runtime::SweepFailure;

namespace {

// The pin's test on the project as it is now.
struct Verification {
  StoredPin stored;
  std::optional<Project> project;
  TestCase test;
  SweepPlace place;
  Symbolizer symbolizer;
  ProgramPlaces places;  // Its modules are known once a worker has started.
};

absl::StatusOr<TestCase> FindTest(const StoredPin& stored,
                                  const Project& project,
                                  TestSelection selection) {
  bool there = false;
  for (const CmakeTarget& program : project.programs()) {
    if (program.name != stored.pin.program) continue;
    there = true;
    // One that is DISABLED_ has to be named. Names of other frameworks may
    // have what a filter gives a meaning to.
    if (program.links_gtest) selection.filter = stored.pin.test;
  }
  if (!there) return NoSuchProgram(stored);
  auto tests = CollectTests(project.programs(), selection, project.out());
  if (!tests.ok()) return NoSuchTest(stored);
  auto index = TestOfPin(stored, *tests, project);
  if (!index.ok()) return index.status();
  if (!*index) return NoSuchTest(stored);
  return (*tests)[**index];
}

absl::Status Prepare(TestCommandOptions options, Verification* verification,
                     Progress* progress) {
  auto stored = ReadPin(options.verify);
  if (!stored.ok()) return stored.status();
  options.project.targets = {stored->pin.program};
  options.project.targets_of = "cannot use " + stored->path;
  verification->stored = std::move(*stored);
  auto project = Project::Prepare(options.project, progress);
  if (!project.ok()) return project.status();
  verification->project = std::move(*project);
  auto test =
      FindTest(verification->stored, *verification->project, options.selection);
  if (!test.ok()) return test.status();
  verification->test = std::move(*test);
  verification->place = PlaceOf(*verification->project, options);
  verification->symbolizer.MapToSources(verification->place.project,
                                        verification->place.rewritten);
  verification->places.project = verification->place.project;
  verification->places.symbolizer = &verification->symbolizer;
  return absl::OkStatus();
}

FailureReport Store(const SweepFailure& failure, const PinContext& context,
                    ExecutorPool* pool) {
  FailureContext store = StoreOf(context, failure.strategy);
  store.minimize = context.settings->minimize;
  store.minimizer = pool;
  store.stop = StopAfter(context.settings->budget);
  return StoreFailure(failure, store, context.executor);
}

// "40 of 1000 runs that begin like it failed as when it was pinned".
std::string ShareOfRuns(uint64_t failing, uint64_t runs) {
  return absl::StrCat(failing, " of ", Plural(runs, "run"),
                      " that begin like it failed");
}

void Conclude(const SweepReport& report, VerifyReport* verify) {
  const TestReport& test = report.tests.front();
  const PinReport& pin = test.pins.front();
  auto is = [verify](VerifyVerdict verdict, std::string why) {
    verify->verdict = verdict;
    verify->why = std::move(why);
  };
  if (pin.status == PinStatus::kFails)
    return is(VerifyVerdict::kNotFixed, "the pin fails, as when it was made");
  if (verify->runs_failing > 0)
    return is(
        VerifyVerdict::kNotFixed,
        absl::StrCat(
            pin.status == PinStatus::kPasses ? "the pin passes, but " : "",
            ShareOfRuns(verify->runs_failing, test.runs),
            " as when it was pinned"));
  if (pin.status == PinStatus::kFailsOtherwise)
    return is(VerifyVerdict::kFailsOtherwise,
              "the pin fails, not as when it was made");
  if (!test.failures.empty())
    return is(VerifyVerdict::kFailsOtherwise,
              absl::StrCat(ShareOfRuns(test.failing_runs, test.runs),
                           ", none of them as when it was pinned"));
  if (pin.status == PinStatus::kNotReached)
    return is(VerifyVerdict::kUndecided,
              "nothing failed, but the pin is no longer reached, so it is not "
              "known whether anything was near it");
  if (!report.complete)
    return is(VerifyVerdict::kUndecided,
              absl::StrCat("only ", test.runs, " of ", report.trials,
                           " runs were made"));
  if (test.status != TestStatus::kPassed || ExitCodeOf(report) != kExitOk)
    return is(
        VerifyVerdict::kUndecided,
        absl::StrCat("the test is ", std::string(TestStatusName(test.status)),
                     ", so its runs say little"));
  is(VerifyVerdict::kFixed,
     absl::StrCat("the pin passes, and so do ", Plural(test.runs, "run"),
                  " that begin like it"));
}

// The pin itself, and what was found around it, as a sweep's report.
absl::StatusOr<SweepReport> Judge(const Verification& all,
                                  const PinContext& context,
                                  const TestCommandOptions& options,
                                  ExecutorPool* pool) {
  auto start = std::chrono::steady_clock::now();
  const Pin& pin = all.stored.pin;
  auto run =
      RunPin(pin, all.test, options.sweep.run, all.places, context.executor);
  if (!run.ok()) return run.status();
  auto outcome = JudgePin(all.stored, *run, context);
  if (!outcome.ok()) return outcome.status();
  auto around = RunNeighbours(*run,
                              {.runs = options.sweep.trials,
                               .first_seed = options.sweep.first_seed,
                               .max_failures = options.sweep.max_failures,
                               .stop = StopAfter(options.sweep.budget)},
                              pool, context.reader);
  if (!around)
    return absl::IsCancelled(pool->status()) ? pool->status()
                                             : UntrustedError(pool->error());
  SweepReport report;
  report.project = all.place.project;
  report.strategy = "redraw";
  report.first_seed = options.sweep.first_seed;
  report.trials = options.sweep.trials;
  report.complete = around->complete;
  report.interrupted = Interrupted();
  TestReport& test = report.tests.emplace_back();
  test.test = all.test;
  test.finished = around->complete;
  CopyCounts(around->result, &test);
  VerifyReport verify = {.prefixes = std::move(around->prefixes)};
  for (const SweepFailure& failure : around->result.failures) {
    if (PinFailureOf(failure.first, all.places, context.reader) == pin.failure)
      verify.runs_failing += failure.runs_failing;
    test.failures.push_back(Store(failure, context, pool));
  }
  test.status = StatusOf(test, around->result.skipped);
  AddPins({std::move(*outcome)}, &report);
  report.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  Conclude(report, &verify);
  report.verify = std::move(verify);
  return report;
}

}  // namespace

absl::StatusOr<SweepReport> VerifyPin(const TestCommandOptions& options,
                                      Progress* progress) {
  Verification all;
  absl::Status status = Prepare(options, &all, progress);
  if (!status.ok()) return status;
  WorkerExecutor executor(all.test.binary, all.place.out + "/work/w000",
                          all.place.NativePlaceOf(all.test));
  if (executor.worker() == nullptr) return UntrustedError(executor.error());
  all.places.modules = ModuleMap::Of(executor.worker()->pid());
  bool races = options.sweep.races == RaceMode::kFail ||
               all.stored.pin.failure.kind == runtime::Verdict::kDataRace;
  auto suppressions = Suppressions::Read(options.suppressions);
  if (!suppressions.ok()) return suppressions.status();
  FailureReader reader(all.test.name, &all.places,
                       {.fails = races, .suppressions = &*suppressions});
  ExecutorPool pool(&executor, options.sweep.jobs);
  progress->Update(absl::StrCat("looking around pin ", all.stored.path));
  auto report = Judge(all,
                      {.test = &all.test,
                       .settings = &options.sweep,
                       .place = &all.place,
                       .places = &all.places,
                       .reader = &reader,
                       .executor = &executor},
                      options, &pool);
  progress->Clear();
  return report;
}

}  // namespace detsim::cmd
