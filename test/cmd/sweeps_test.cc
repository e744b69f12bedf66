// Sweeps and replays as a user runs them: each test is one or two command
// lines and what they print, write and return.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "absl/strings/str_cat.h"
#include "cmd/lib/files.h"
#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

namespace fs = std::filesystem;
using testing::ContainsRegex;
using testing::HasSubstr;
using Json = nlohmann::json;

struct KindCase {
  const char* test;
  const char* kind;
  const char* message;  // Part of it.
};

class KindTest : public testing::TestWithParam<KindCase> {};

TEST_P(KindTest, IsFoundConfirmedAndReplayed) {
  const std::string project = FailuresProject();
  Json test = SweepOne(project, absl::StrCat("Fails.", GetParam().test),
                       {"--trials=100", "--max_failures=3", "--hang_seconds=1",
                        "--no_early_stop"},
                       1);
  EXPECT_EQ(test["status"], "failed");
  ASSERT_EQ(test["failures"].size(), 1u) << test;
  const Json& failure = test["failures"][0];
  EXPECT_EQ(failure["kind"], GetParam().kind);
  EXPECT_THAT(failure["message"].get<std::string>(),
              HasSubstr(GetParam().message));
  CommandResult replay = Replay(project, failure);
  EXPECT_EQ(replay.exit_code, 1) << replay.output;
  EXPECT_THAT(replay.output, HasSubstr("reproduced: trace hash"));
  EXPECT_THAT(replay.output, HasSubstr("as recorded"));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, KindTest,
    testing::Values(
        KindCase{"Segfault", "crash", "SIGSEGV"},
        KindCase{"Abort", "crash", "SIGABRT"},
        KindCase{"Assert", "crash", "Assertion `null_pointer != nullptr'"},
        KindCase{"Exit", "assertion", "exit code 3"},
        KindCase{"ExitsAmidTheTest", "assertion", "before the test had ended"},
        KindCase{"KilledUnderSomeSchedules", "crash",
                 "killed by signal 9 (SIGKILL)"},
        KindCase{"PrintsFiftyMegabytes", "assertion", "the last words"},
        KindCase{"QuickExit", "assertion", "exit code 7"},
        KindCase{"LoopsForever", "hang", "no decision"},
        KindCase{"SpinsForever", "livelock", ""},
        KindCase{"ThrowsInTheBody", "exception", "boom"},
        KindCase{"ThrowsInAThread", "exception", "boom"},
        KindCase{"Expectation", "assertion", "they differ"},
        KindCase{"LockOrder", "deadlock", ""},
        KindCase{"CarriedState", "assertion", "runs"},
        KindCase{"Relock", "misuse", ""}),
    [](const auto& info) { return std::string(info.param.test); });

constexpr char kLostWakeUp[] = R"(
#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <string>
#include <thread>
struct Waiter {
  void Run() {
    std::unique_lock<std::mutex> lock(mutex);
    while (!stop) wake.wait(lock);
  }
  std::mutex mutex;
  std::condition_variable wake;
  std::atomic<bool> stop{false};
};
thread_local std::string name = "of main";
int main() {
  Waiter waiter;
  std::thread thread([&waiter] {
    name = "of the waiter";
    waiter.Run();
  });
  waiter.stop = true;
  waiter.wake.notify_all();
  thread.join();
  return std::async(std::launch::async, [] { return 0; }).get();
}
)";

TEST(SweepTest, WorksWithLibcxx) {
  if (!fs::exists("/usr/lib/llvm-22/include/c++/v1/mutex")) {
    GTEST_SKIP() << "libc++ is not installed";
  }
  const std::string project = SmallProject("libcxx", R"(
add_compile_options(-stdlib=libc++)
add_link_options(-stdlib=libc++ -static-libstdc++)
find_package(Threads REQUIRED)
add_executable(app main.cc)
target_link_libraries(app PRIVATE Threads::Threads)
)",
                                           kLostWakeUp);
  CommandResult result = RunTool(
      {"detsim-test", "--dir=" + project, "--target=app", "--trials=200"});
  EXPECT_EQ(result.exit_code, 1) << result.output;
  const Json failure = Report(project)["tests"][0]["failures"][0];
  EXPECT_EQ(failure["kind"], "deadlock");
  EXPECT_THAT(failure["location"].get<std::string>(), HasSubstr("main.cc"));
  EXPECT_EQ(Replay(project, failure).exit_code, 1);
}

TEST(SweepTest, TestsThatPassOrSkipDoNotFail) {
  const std::string project = FailuresProject();
  CommandResult result = RunTool(
      {"detsim-test", "--dir=" + project, "--trials=50", "--no_early_stop",
       "--filter=Passes.*:Skips.*:Typed*:All/Numbers.AreNotTwo/0"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  Json tests = Report(project)["tests"];
  std::map<std::string, Json> by_name;
  for (const Json& test : tests) by_name[test["name"]] = test;
  EXPECT_EQ(by_name.size(), 8u) << result.output;
  EXPECT_EQ(by_name["Skips.Itself"]["status"], "skipped");
  EXPECT_EQ(by_name["Passes.WithoutAnything"]["sequential"], true);
  EXPECT_EQ(by_name["Passes.WithoutAnything"]["runs"], 1);
  EXPECT_EQ(by_name["Passes.WithAThread"]["runs"], 50);
  EXPECT_EQ(by_name["Passes.WithAForkedChildThatReturns"]["runs"], 50);
  EXPECT_GE(Report(project)["totals"]["virtual_seconds"], 36'000);
}

TEST(SweepTest, DeadlockShowsTheCycle) {
  CommandResult result = RunTool({"detsim-test", "--dir=" + FailuresProject(),
                                  "--trials=100", "--filter=Fails.LockOrder"});
  EXPECT_THAT(result.output, HasSubstr("closed cycle: main waits for mutex"));
  EXPECT_THAT(result.output, HasSubstr("held by T1"));
  EXPECT_THAT(result.output, ContainsRegex("at failures_test.cc:[0-9]+"));
}

TEST(SweepTest, LostWakeUpOfThePoolComesDownToAFewChoices) {
  Json test = SweepOne(PoolProject(), "WorkerPoolTest.RunsEveryJob*",
                       {"--trials=2000", "--minimize"}, 1);
  const Json& failure = test["failures"][0];
  EXPECT_EQ(failure["kind"], "deadlock");
  EXPECT_GT(failure["unusual"], 50);
  EXPECT_LE(failure["minimized"]["unusual"], 11);
  EXPECT_EQ(failure["minimized"]["one_minimal"], true);
  CommandResult replay = Replay(PoolProject(), failure["minimized"]);
  EXPECT_EQ(replay.exit_code, 1) << replay.output;
  std::string artifact = failure["minimized"]["artifact"];
  CommandResult view =
      RunTool({"detsim-trace", "view", PoolProject() + "/.detsim/" + artifact});
  EXPECT_EQ(view.exit_code, 0);
  EXPECT_THAT(view.output, HasSubstr(">>> PREEMPTED"));
  EXPECT_THAT(view.output, HasSubstr("ready_.wait(lock);"));
  EXPECT_THAT(view.output, HasSubstr("came before"));
}

TEST(SweepTest, NothingDependsOnTheNumberOfJobs) {
  const std::string project = PoolProject();
  auto sweep = [&](const char* strategy, const char* jobs) {
    RunTool({"detsim-test", "--dir=" + project, "--trials=300", jobs,
             absl::StrCat("--strategy=", strategy)});
    Json report = Report(project);
    report["totals"].erase("seconds");
    report["totals"].erase("runs_per_second");
    for (const auto& file :
         std::filesystem::directory_iterator(project + "/.detsim/failures")) {
      if (file.path().extension() == ".trace")
        report["traces"][file.path().filename()] = HashFile(file.path());
    }
    return report;
  };
  for (const char* strategy :
       {"portfolio", "random", "pct", "pos", "surw", "rff", "bounded", "dfs"}) {
    Json one = sweep(strategy, "--jobs=1");
    EXPECT_EQ(one, sweep(strategy, "--jobs=4")) << strategy;
  }
}

TEST(SweepTest, CheckFindsNoDifferenceInAGoodTest) {
  CommandResult result =
      RunTool({"detsim-test", "--dir=" + PoolProject(), "--trials=200",
               "--check", "--filter=JobQueueTest.*"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("every seed ran twice, no difference"));
}

TEST(SweepTest, TestWhoseSchedulesAreUsedUpEndsEarly) {
  std::vector<std::string> command = {
      "detsim-test",      "--dir=" + FailuresProject(),
      "--trials=3000",    "--preempt=sync",
      "--max_stall=0s",   "--filter=Passes.WithAThread",
      "--strategy=random"};
  CommandResult result = RunTool(command);
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(
      result.output,
      ContainsRegex("all [0-9]+ schedules seen, as far as can be told"));
  Json early = Report(FailuresProject())["tests"][0];
  EXPECT_LT(early["runs"], 2500);
  EXPECT_EQ(early["all_schedules_seen"], true);
  command.emplace_back("--no_early_stop");
  RunTool(command);
  Json whole = Report(FailuresProject())["tests"][0];
  EXPECT_EQ(whole["runs"], 3000);
  EXPECT_EQ(whole["distinct"], early["distinct"]);
}

TEST(SweepTest, PctAndSyncPreemptionWork) {
  CommandResult result =
      RunTool({"detsim-test", "--dir=" + PoolProject(), "--trials=200",
               "--strategy=pct", "--preempt=sync", "--filter=JobQueueTest.*"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_EQ(Report(PoolProject())["strategy"], "pct");
}

TEST(SweepTest, ProgramWithoutGoogleTestIsOneTest) {
  std::string project = CopyProject(
      absl::StrCat(DETSIM_SOURCES, "/test/cmd/projects/plain"), "plain");
  CommandResult result = RunTool(
      {"detsim-test", "--dir=" + project, "--target=counter", "--trials=200"});
  EXPECT_EQ(result.exit_code, 1) << result.output;
  EXPECT_THAT(result.output, HasSubstr("exit code 1"));
}

TEST(SweepTest, ProgramWithoutGoogleTestIsRunAsCtestRunsIt) {
  std::string project = CopyProject(
      absl::StrCat(DETSIM_SOURCES, "/test/cmd/projects/plain"), "plain");
  CommandResult result = RunTool(
      {"detsim-test", "--dir=" + project, "--target=rounds", "--trials=200"});
  EXPECT_EQ(result.exit_code, 1) << result.output;
  Json tests = Report(project)["tests"];
  ASSERT_EQ(tests.size(), 2u);
  EXPECT_EQ(tests[0]["name"], "rounds.one");
  EXPECT_EQ(tests[0]["status"], "passed");
  EXPECT_EQ(tests[1]["name"], "rounds.three");
  EXPECT_EQ(tests[1]["status"], "failed");
  EXPECT_EQ(Replay(project, tests[1]["failures"][0]).exit_code, 1);
}

TEST(SweepTest, ProgramIsGivenTheArgumentsAfterTwoDashes) {
  std::string project = CopyProject(
      absl::StrCat(DETSIM_SOURCES, "/test/cmd/projects/plain"), "plain");
  std::vector<std::string> command = {"detsim-test",
                                      "--dir=" + project,
                                      "--target=rounds",
                                      "--trials=200",
                                      "--",
                                      "1"};
  EXPECT_EQ(RunTool(command).exit_code, 0);
  command.back() = "2";
  EXPECT_EQ(RunTool(command).exit_code, 1);
  Json failure = Report(project)["tests"][0]["failures"][0];
  EXPECT_EQ(Replay(project, failure).exit_code, 1);
}

TEST(SweepTest, NothingOfATestReachesTheTerminalRaw) {
  CommandResult result =
      RunTool({"detsim-test", "--dir=" + FailuresProject(), "--trials=1",
               "--filter=Fails.PrintsControlCharacters"});
  EXPECT_EQ(result.exit_code, 1) << result.output;
  EXPECT_THAT(result.output, HasSubstr("red \\x1b[31m, not UTF-8 \\xff"));
}

TEST(SweepTest, UsersFilesStayAsTheyAre) {
  const std::string project = PoolProject();
  RunTool({"detsim-test", "--dir=" + project, "--trials=1"});
  for (const auto& entry : fs::directory_iterator(project)) {
    if (entry.is_directory()) continue;
    std::string name = entry.path().filename();
    EXPECT_EQ(
        *ReadFile(entry.path()),
        *ReadFile(absl::StrCat(DETSIM_SOURCES, "/examples/workerpool/", name)));
  }
  EXPECT_EQ(*ReadFile(project + "/.detsim/.gitignore"), "*\n");
}

TEST(SweepTest, ProjectThatMovedWithItsOutputIsConfiguredAnew) {
  std::string from = SmallProject("moved_from", kGtestList,
                                  "#include <gtest/gtest.h>\n"
                                  "#include <mutex>\n"
                                  "TEST(A, B) { std::mutex m; m.lock(); "
                                  "m.unlock(); }\n");
  CommandResult result =
      RunTool({"detsim-test", "--dir=" + from, "--trials=2"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  std::string to = absl::StrCat(WorkFolder(), "/moved_to");
  fs::remove_all(to);
  fs::rename(from, to);
  result = RunTool({"detsim-test", "--dir=" + to, "--trials=2"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
}

// Ctrl-C, a polite kill, a closed terminal.
class InterruptTest : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Signals, InterruptTest,
                         testing::Values(SIGINT, SIGTERM, SIGHUP));

TEST_P(InterruptTest, ReportsWhatWasDone) {
  const std::string project = PoolProject();
  RunTool({"detsim-test", "--dir=" + project, "--trials=1"});  // Built.
  pid_t pid = 0;
  CommandResult result;
  std::thread command([&] {
    // The shell becomes the command: its own number is the first line.
    auto run = RunCommand(
        {.arguments = {"sh", "-c",
                       // Whatever started this test may ignore SIGHUP.
                       absl::StrCat("echo $$; exec env --default-signal=HUP ",
                                    DETSIM_BIN, "/detsim-test --dir=", project,
                                    " --trials=100000000 --max_failures=0")},
         .on_line = [&pid](std::string_view line) {
           if (pid == 0) pid = std::stoi(std::string(line));
           if (line.find("tests, seeds") != std::string_view::npos) {
             std::this_thread::sleep_for(std::chrono::milliseconds(500));
             kill(pid, GetParam());
           }
         }});
    if (run.ok()) result = *run;
  });
  command.join();
  EXPECT_EQ(result.exit_code, 130) << result.output;
  EXPECT_THAT(result.output, HasSubstr("interrupted"));
  Json report = Report(project);
  EXPECT_EQ(report["complete"], false);
  EXPECT_GT(report["totals"]["runs"], 0);
}

TEST(SweepTest, BudgetEndsTheSweep) {
  CommandResult result =
      RunTool({"detsim-test", "--dir=" + PoolProject(), "--trials=100000000",
               "--budget=1s", "--filter=JobQueueTest.*"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("not all seeds were run"));
}

TEST(ReplayTest, SourcesThatChangedMayPassNow) {
  std::string project = CopyProject(
      absl::StrCat(DETSIM_SOURCES, "/test/cmd/projects/failures"), "changed");
  Json test = SweepOne(project, "Fails.Expectation", {"--trials=10"}, 1);
  std::string source = project + "/failures_test.cc";
  std::string text = *ReadFile(source);
  text.replace(text.find("EXPECT_EQ(1, 2)"), 15, "EXPECT_EQ(2, 2)");
  ASSERT_TRUE(WriteFile(source, text).ok());
  CommandResult replay = Replay(project, test["failures"][0]);
  EXPECT_EQ(replay.exit_code, 0) << replay.output;
  EXPECT_THAT(replay.output,
              HasSubstr("did not fail: the program has changed"));
}

}  // namespace
}  // namespace detsim::cmd
