// detsim-test: sweeps a project's tests over many schedules, and replays what
// it found. Flags become options, one call does the work.
#include <sys/sysinfo.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "cmd/lib/command_line.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/settings_file.h"
#include "cmd/lib/test_command.h"
#include "runtime/explore/schedule_search.h"
#include "runtime/explore/sweep_strategies.h"

using StringList = std::vector<std::string>;

ABSL_FLAG(std::string, dir, "", "the project: a folder with a CMakeLists.txt");
ABSL_FLAG(StringList, target, {},
          "executables to run; without it all that link GoogleTest. The tests "
          "of one that does not link it are those that ctest runs it for, or "
          "else the whole program is one");
ABSL_FLAG(std::string, filter, "*", "tests to run, as for --gtest_filter");
ABSL_FLAG(uint64_t, trials, 1000, "runs of every test, each with its own seed");
ABSL_FLAG(uint64_t, seed, 1, "the first seed");
ABSL_FLAG(std::string, strategy, std::string(detsim::cmd::kDefaultStrategy),
          "how schedules are drawn: " +
              detsim::runtime::DescribeSweepStrategies());
ABSL_FLAG(std::string, preempt, "memory",
          "where a thread may be preempted: memory (also at plain loads and "
          "stores) or sync (at synchronisation only)");
ABSL_FLAG(std::string, races, "report",
          "data races: report (looked for in one seed of eight), fail (in all; "
          "a run that shows one has failed) or off");
ABSL_FLAG(std::string, suppressions, "",
          "file with races to leave out, race:PATTERN a line");
ABSL_FLAG(bool, minimize, false,
          "shrink each failure to the fewest unusual choices that still fail "
          "in the same way");
ABSL_FLAG(bool, cause, false,
          "with --replay: show how likely the failure was after each step, and "
          "the decision that made it all but certain");
ABSL_FLAG(bool, check, false,
          "run every seed twice, in two processes, and compare the traces");
ABSL_FLAG(bool, strict, false,
          "whatever detsim does not control is a failure: exit code 4");
ABSL_FLAG(
    std::string, baseline, "",
    "file with the failures and the uncontrolled things that are known and "
    "accepted; implies --strict");
ABSL_FLAG(
    bool, write_baseline, false,
    "write all failures, and all that is uncontrolled now, to --baseline, "
    "and accept it");
ABSL_FLAG(uint64_t, max_failures, 20,
          "a test ends once one failure was seen this often; 0 is never");
ABSL_FLAG(bool, no_early_stop, false,
          "run all trials, also of a test whose schedules seem to be used up");
ABSL_FLAG(bool, novelty, false,
          "end a test when its runs have ceased to show anything new; without "
          "--trials there is no other end but --budget");
ABSL_FLAG(bool, explore, false,
          "build on the corpus of earlier sweeps: branch off runs that showed "
          "something new, and keep those that do");
ABSL_FLAG(uint64_t, max_steps, 100'000'000,
          "operations of one run, after which it is inconclusive");
ABSL_FLAG(absl::Duration, max_stall, absl::Milliseconds(100),
          "time below which a timer may go off although some thread could run");
ABSL_FLAG(double, hang_seconds, 10,
          "real time without a decision, after which a run hangs");
ABSL_FLAG(uint64_t, memory_mb, 4096,
          "resident memory of a run in MiB, above which it has crashed");
ABSL_FLAG(int, jobs, 0, "workers at a time; 0 is the number of cores");
ABSL_FLAG(absl::Duration, budget, absl::ZeroDuration(),
          "real time for the sweep, and again for minimizing each failure, as "
          "in 90s or 10m; 0 is no limit");
ABSL_FLAG(
    StringList, scope, {},
    "what to rewrite: folders, files or patterns below --dir or absolute; "
    "+WHAT adds to all of --dir, !WHAT leaves out");
ABSL_FLAG(bool, keep_opt, false,
          "keep the project's optimisation level instead of -O1");
ABSL_FLAG(bool, own_libs, false,
          "run the threads, locks and clocks of precompiled shared libraries "
          "under control as well; another build");
ABSL_FLAG(std::string, build_command, "",
          "builds a project that has no CMakeLists.txt; CC, CXX, DETSIM_CONFIG "
          "and DETSIM_BUILD, a folder to build in, are set for it");
ABSL_FLAG(StringList, binary, {},
          "programs to run, instead of those that CMake builds");
ABSL_FLAG(StringList, cmake_arg, {},
          "arguments for CMake, as in -DFOO=ON,-DBAR=OFF");
ABSL_FLAG(StringList, cc_arg, {}, "arguments added to every compile command");
ABSL_FLAG(std::string, out, "",
          "folder for everything that is written; without it DIR/.detsim");
ABSL_FLAG(std::string, json, "", "also write the report here, as JSON");
ABSL_FLAG(std::string, junit, "", "write a report here as JUnit's XML");
ABSL_FLAG(std::string, sarif, "", "write the failures here as SARIF 2.1.0");
ABSL_FLAG(std::string, markdown, "", "write a summary here in Markdown");
ABSL_FLAG(std::string, annotations, "",
          "github: print a workflow command for each failure");
ABSL_FLAG(std::string, replay, "",
          "run a stored failure again (failures/NAME.json)");
ABSL_FLAG(bool, gdb, false, "start gdb on the replay, stopped at the failure");
ABSL_FLAG(uint64_t, step, 0,
          "stop gdb at this step of the replay, as detsim-trace view counts");
ABSL_FLAG(std::string, pin, "",
          "keep a stored failure as a pin, in detsim-regressions/ of the "
          "project: every later sweep replays it first");
ABSL_FLAG(std::string, verify, "",
          "run a pin and --trials runs that begin like it: is it fixed?");

namespace detsim::cmd {
namespace {

// Runs of a test that goes on until nothing new comes, at most.
constexpr uint64_t kNoveltyTrialsMax = 1'000'000;

CommandHelp Help() {
  return {
      .name = "detsim-test",
      .summary =
          "finds the schedules under which a project's tests fail, and runs "
          "them\nagain, the same way every time.",
      .usage =
          "  detsim-test --dir=DIR [flags] [-- ARGUMENTS]\n"
          "  detsim-test --dir=DIR --replay=FILE [--minimize] [--cause]\n"
          "  detsim-test --dir=DIR --replay=FILE --gdb [--step=N]\n"
          "  detsim-test --dir=DIR --pin=FILE\n"
          "  detsim-test --dir=DIR --verify=FILE",
      .flags = {{"dir", "DIR"},
                {"target", "NAMES"},
                {"filter", "FILTER"},
                {"trials", "N"},
                {"seed", "FIRST"},
                {"strategy", "NAME"},
                {"preempt", "WHERE"},
                {"races", "WHAT"},
                {"suppressions", "FILE"},
                {"minimize", ""},
                {"cause", ""},
                {"check", ""},
                {"strict", ""},
                {"baseline", "FILE"},
                {"write_baseline", ""},
                {"max_failures", "N"},
                {"no_early_stop", ""},
                {"novelty", ""},
                {"explore", ""},
                {"max_steps", "N"},
                {"max_stall", "DURATION"},
                {"hang_seconds", "S"},
                {"memory_mb", "N"},
                {"jobs", "N"},
                {"budget", "DURATION"},
                {"scope", "GLOBS"},
                {"own_libs", ""},
                {"keep_opt", ""},
                {"build_command", "COMMAND"},
                {"binary", "PROGRAMS"},
                {"cmake_arg", "ARGS"},
                {"cc_arg", "ARGS"},
                {"out", "DIR"},
                {"json", "FILE"},
                {"junit", "FILE"},
                {"sarif", "FILE"},
                {"markdown", "FILE"},
                {"annotations", "github"},
                {"replay", "FILE"},
                {"gdb", ""},
                {"step", "N"},
                {"pin", "FILE"},
                {"verify", "FILE"}},
      .examples =
          "  detsim-test --dir=. --trials=2000\n"
          "  detsim-test --dir=. --filter='QueueTest.*' --strategy=pct "
          "--minimize\n"
          "  detsim-test --dir=. "
          "--replay=.detsim/failures/QueueTest.Drains-deadlock-5f2a1c90d7e3."
          "json\n"
          "  detsim-test --dir=. --target=stress -- --rounds=3\n"
          "  detsim-test --dir=. --build_command='make check_queue' "
          "--binary=check_queue\n"
          "\nexit codes: 0 all passed, 1 a failure was found or reproduced, 2 "
          "wrong usage or\nnothing to run, 3 the project does not build, 4 the "
          "result cannot be trusted,\n130 interrupted\n"};
}

uint64_t Trials(const std::set<std::string>& given) {
  bool open = absl::GetFlag(FLAGS_novelty) && !given.contains("trials");
  open &= absl::GetFlag(FLAGS_verify).empty();
  return open ? kNoveltyTrialsMax : absl::GetFlag(FLAGS_trials);
}

// The same as below, for what is to be done.
std::string CheckModes(const std::vector<std::string>& arguments) {
  std::string modes;
  for (const auto& [name, value] :
       {std::pair("--replay", absl::GetFlag(FLAGS_replay)),
        std::pair("--pin", absl::GetFlag(FLAGS_pin)),
        std::pair("--verify", absl::GetFlag(FLAGS_verify))}) {
    if (value.empty()) continue;
    if (!modes.empty())
      return absl::StrCat(modes, " and ", name, " are two things to do");
    modes = name;
  }
  if (absl::GetFlag(FLAGS_gdb) && modes != "--replay")
    return "--gdb shows a failure that was found: it needs --replay=FILE";
  if (absl::GetFlag(FLAGS_step) != 0 && !absl::GetFlag(FLAGS_gdb))
    return "--step=N says where --gdb stops";
  if (absl::GetFlag(FLAGS_cause) && modes != "--replay")
    return "--cause needs --replay=FILE: a stored failure to look at";
  bool recorded = modes == "--replay" || modes == "--pin";
  if (!arguments.empty() && recorded)
    return absl::StrCat(modes,
                        " passes the arguments that were recorded: "
                        "nothing can follow --");
  if (absl::GetFlag(FLAGS_dir).empty() && !recorded)
    return "--dir=DIR is missing: the folder of the project to test; see "
           "detsim-test --help";
  return "";
}

// One line for what is wrong with the values; empty when nothing is.
std::string CheckFlags(const std::vector<std::string>& positional,
                       const std::set<std::string>& given,
                       const std::vector<std::string>& arguments) {
  if (!positional.empty())
    return absl::StrCat(
        "\"", positional[0],
        "\" is not a flag; the project's folder is --dir=", positional[0]);
  if (std::string wrong = CheckModes(arguments); !wrong.empty()) return wrong;
  std::vector<std::string> strategies = runtime::SweepStrategies();
  std::string strategy = absl::GetFlag(FLAGS_strategy);
  if (std::find(strategies.begin(), strategies.end(), strategy) ==
      strategies.end())
    return absl::StrCat("--strategy=", strategy, " is unknown; there are ",
                        absl::StrJoin(strategies, ", "));
  for (const runtime::SearchRow& row : runtime::Searches()) {
    bool novelty = absl::GetFlag(FLAGS_novelty);
    if (row.name == strategy && (novelty || absl::GetFlag(FLAGS_explore)))
      return absl::StrCat(novelty ? "--novelty" : "--explore",
                          " is for strategies that draw; --strategy=", strategy,
                          " enumerates");
  }
  std::string preempt = absl::GetFlag(FLAGS_preempt);
  if (preempt != "memory" && preempt != "sync")
    return absl::StrCat("--preempt=", preempt, " is neither memory nor sync");
  std::string annotations = absl::GetFlag(FLAGS_annotations);
  if (!annotations.empty() && annotations != "github")
    return absl::StrCat("--annotations=", annotations,
                        " is unknown; there is github");
  std::string races = absl::GetFlag(FLAGS_races);
  if (races != "report" && races != "fail" && races != "off")
    return absl::StrCat("--races=", races, " is not report, fail or off");
  if (!absl::GetFlag(FLAGS_build_command).empty() &&
      absl::GetFlag(FLAGS_binary).empty())
    return "--build_command needs --binary=PROGRAMS: what to run";
  if (absl::GetFlag(FLAGS_write_baseline) &&
      absl::GetFlag(FLAGS_baseline).empty())
    return "--write_baseline needs --baseline=FILE: where to write";
  if (absl::GetFlag(FLAGS_trials) == 0) return "--trials=0 runs nothing";
  if (Trials(given) - 1 >
      std::numeric_limits<uint64_t>::max() - absl::GetFlag(FLAGS_seed))
    return "--seed and --trials: the last seed is past 2^64 - 1";
  if (absl::GetFlag(FLAGS_max_steps) == 0) return "--max_steps=0 runs nothing";
  if (absl::GetFlag(FLAGS_jobs) < 0) return "--jobs is negative";
  if (!(absl::GetFlag(FLAGS_hang_seconds) > 0))
    return "--hang_seconds has to be more than 0";
  if (absl::GetFlag(FLAGS_memory_mb) == 0) return "--memory_mb=0 runs nothing";
  if (absl::GetFlag(FLAGS_max_stall) < absl::ZeroDuration())
    return "--max_stall is negative";
  if (absl::GetFlag(FLAGS_budget) < absl::ZeroDuration())
    return "--budget is negative";
  return "";
}

// A list is split at commas, and so are the values of an option: what follows
// without a dash is one more value of the option before it.
std::vector<std::string> WithWholeOptions(const StringList& words) {
  std::vector<std::string> options;
  for (const std::string& word : words) {
    bool is_value = !options.empty() && !word.starts_with('-') &&
                    options.back().find('=') != std::string::npos;
    if (is_value)
      absl::StrAppend(&options.back(), ",", word);
    else
      options.push_back(word);
  }
  return options;
}

SweepSettings SweepFromFlags(const std::set<std::string>& given) {
  SweepSettings settings;
  settings.trials = Trials(given);
  settings.novelty = absl::GetFlag(FLAGS_novelty);
  settings.explore = absl::GetFlag(FLAGS_explore);
  settings.first_seed = absl::GetFlag(FLAGS_seed);
  settings.strategy = absl::GetFlag(FLAGS_strategy);
  settings.max_failures = absl::GetFlag(FLAGS_max_failures);
  settings.minimize = absl::GetFlag(FLAGS_minimize);
  settings.check = absl::GetFlag(FLAGS_check);
  settings.early_stop = !absl::GetFlag(FLAGS_no_early_stop);
  settings.exhaust = settings.early_stop && !settings.novelty &&
                     !settings.explore && settings.strategy == kDefaultStrategy;
  constexpr int kJobsMax = 256;
  int jobs = absl::GetFlag(FLAGS_jobs);
  settings.jobs = std::clamp(jobs == 0 ? get_nprocs() : jobs, 1, kJobsMax);
  absl::Duration budget = absl::GetFlag(FLAGS_budget);
  if (budget > absl::ZeroDuration())
    settings.budget = absl::ToChronoMilliseconds(budget);
  settings.run.preempt_memory = absl::GetFlag(FLAGS_preempt) == "memory";
  std::string races = absl::GetFlag(FLAGS_races);
  settings.races = races == "off"    ? RaceMode::kOff
                   : races == "fail" ? RaceMode::kFail
                                     : RaceMode::kReport;
  settings.run.steps_max = absl::GetFlag(FLAGS_max_steps);
  // A program that polls for long without a change is given more by the flag
  // that gives it more in all.
  constexpr uint64_t kLivelockShare = 100;
  settings.run.livelock_steps = std::max(
      settings.run.livelock_steps, settings.run.steps_max / kLivelockShare);
  settings.run.stall_ns_max = static_cast<uint64_t>(
      absl::ToInt64Nanoseconds(absl::GetFlag(FLAGS_max_stall)));
  constexpr double kHangSecondsMax = 86'400;
  settings.run.hang_ms = static_cast<uint64_t>(
      1000 * std::min(absl::GetFlag(FLAGS_hang_seconds), kHangSecondsMax));
  settings.run.memory_mb = absl::GetFlag(FLAGS_memory_mb);
  return settings;
}

int Main(int argc, char** argv) {
  std::vector<std::string> positional;
  std::set<std::string> given;
  std::vector<std::string> arguments;
  if (auto code =
          ParseOrExit(argc, argv, Help(), &positional, &given, &arguments))
    return *code;
  std::set<std::string> chosen = given;  // By the file as well.
  absl::Status settings =
      ApplySettingsFile(absl::GetFlag(FLAGS_dir), Help(), &chosen);
  std::string problem = settings.ok()
                            ? CheckFlags(positional, chosen, arguments)
                            : std::string(settings.message());
  if (!problem.empty()) {
    std::fprintf(stderr, "detsim-test: %s\n", problem.c_str());
    return kExitUsage;
  }
  TestCommandOptions options;
  options.directory = absl::GetFlag(FLAGS_dir);
  options.out = absl::GetFlag(FLAGS_out);
  options.selection.filter = absl::GetFlag(FLAGS_filter);
  options.selection.arguments = std::move(arguments);
  const std::pair<const char*, std::string> reports[] = {
      {"json", absl::GetFlag(FLAGS_json)},
      {"junit", absl::GetFlag(FLAGS_junit)},
      {"sarif", absl::GetFlag(FLAGS_sarif)},
      {"markdown", absl::GetFlag(FLAGS_markdown)}};
  for (const auto& [format, file] : reports) {
    if (!file.empty()) options.reports[format] = file;
  }
  options.github_annotations = !absl::GetFlag(FLAGS_annotations).empty();
  options.suppressions = absl::GetFlag(FLAGS_suppressions);
  options.replay = absl::GetFlag(FLAGS_replay);
  options.cause = absl::GetFlag(FLAGS_cause);
  if (given.contains("trials"))
    options.cause_runs = static_cast<uint32_t>(
        std::min<uint64_t>(absl::GetFlag(FLAGS_trials), UINT32_MAX));
  options.debug = absl::GetFlag(FLAGS_gdb);
  options.step = absl::GetFlag(FLAGS_step);
  options.pin = absl::GetFlag(FLAGS_pin);
  options.verify = absl::GetFlag(FLAGS_verify);
  options.sweep = SweepFromFlags(chosen);
  options.strict.baseline = absl::GetFlag(FLAGS_baseline);
  options.strict.write = absl::GetFlag(FLAGS_write_baseline);
  options.strict.strict =
      absl::GetFlag(FLAGS_strict) || !options.strict.baseline.empty();
  options.project.targets = absl::GetFlag(FLAGS_target);
  options.project.cmake_arguments = absl::GetFlag(FLAGS_cmake_arg);
  options.project.compiler_arguments =
      WithWholeOptions(absl::GetFlag(FLAGS_cc_arg));
  options.project.scope = absl::GetFlag(FLAGS_scope);
  options.project.keep_optimization = absl::GetFlag(FLAGS_keep_opt);
  options.project.own_libraries = absl::GetFlag(FLAGS_own_libs);
  options.project.build_command = absl::GetFlag(FLAGS_build_command);
  options.project.binaries = absl::GetFlag(FLAGS_binary);
  return RunTestCommand(std::move(options));
}

}  // namespace
}  // namespace detsim::cmd

int main(int argc, char** argv) { return detsim::cmd::Main(argc, argv); }
